/** A call of `placeholder`: what is missing, and the stack with the line to fill in. */
export interface PlaceholderCall {
  readonly what: string;
  readonly stack: string;
}

/** The calls in this thread that have not been reported. Owned by this file: each worker has its own list. */
const calls: PlaceholderCall[] = [];

/**
 * Marks a fact that only the site's owner can supply. Pages show the sample; every build lists the missing facts,
 * with file and line.
 *
 * @example
 * companyNumber: placeholder('the company number', '00000000'),
 *
 * @param what the missing value, as shown in the list
 * @param sample the value that pages show until then
 * @param caller your own function around this one: the list then has the line that calls yours
 */
export function placeholder(what: string, sample: string, caller: (...args: never[]) => unknown = placeholder): string {
  const call = { what, stack: '' };
  Error.captureStackTrace(call, caller); // starts at the caller's line
  calls.push(call);
  return sample;
}

/** The version for browsers, which keeps no list. */
export function sampleOf(_what: string, sample: string): string {
  return sample;
}

/** @returns the calls in this thread since this was last called */
export function takePlaceholderCalls(): readonly PlaceholderCall[] {
  return calls.splice(0);
}
