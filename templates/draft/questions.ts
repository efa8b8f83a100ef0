import { placeholder } from 'sitegen';

/** A question to the client: who can answer it, the section that needs the answer, and what stands there until then. */
export interface Question {
  readonly who: string;
  /** The build checks that it exists. */
  readonly place: string;
  readonly what: string;
  readonly sample: string;
}

/** The questions in the order in which they were asked. */
export const asked: Question[] = [];

type Ask = (what: string, sample?: string) => string;

/**
 * Asks someone for facts that a section needs: `const ask = from('Marketing', '/#footer')`. Replace a whole call with the
 * fact, and its question is gone. Without a sample, pages leave the fact out.
 */
export function from(who: string, place: string): Ask {
  return function ask(what, sample = '') {
    asked.push({ who, place, what, sample });
    return placeholder(what, sample, ask);
  };
}

/** Facts that no release waits for. */
export const offered: string[] = [];

/** Asks for such a fact. Pages leave it out until it is known. */
export function offer(what: string): string {
  offered.push(what);
  return '';
}
