/** A call of `placeholder`: what is missing, and the stack that leads to the line to fill in. */
export interface PlaceholderCall {
  readonly what: string;
  readonly stack: string;
}

/** The calls made in this thread so far. A build's threads start with none, and report theirs. */
const calls: PlaceholderCall[] = [];

/**
 * Stands for a fact that only the site's owner can supply. Pages show the sample; every build lists what is missing,
 * with file and line.
 *
 * @example
 * companyNumber: placeholder('the company number', '00000000'),
 *
 * @param what what is missing, as it is to be read in the list
 * @param sample what pages show until then
 */
export function placeholder(what: string, sample: string): string {
  const call = { what, stack: '' };
  Error.captureStackTrace(call, placeholder); // from the line that calls us on
  calls.push(call);
  return sample;
}

/** The browser's half: nobody keeps a list there. */
export function sampleOf(_what: string, sample: string): string {
  return sample;
}

/** The calls made in this thread so far. */
export function placeholderCalls(): readonly PlaceholderCall[] {
  return calls;
}
