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

/** Asks for a fact. Replace the whole call with the fact, and its question is gone. Without a sample, pages leave it out. */
export function ask(who: string, place: string, what: string, sample = ''): string {
  asked.push({ who, place, what, sample });
  return placeholder(what, sample, ask);
}
