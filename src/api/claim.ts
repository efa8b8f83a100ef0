import { inspect } from 'node:util';
import { toIsoDate } from '../shared/iso-date.ts';

/** Why a text is true, and until when. */
export interface Evidence {
  /** A document, its address, or a person. */
  readonly source: string;
  /** The last day on which the text may be published unchecked: a `Date`, or an ISO date. Without it, no review falls due. */
  readonly until?: string | Date;
  /** Who checks it. */
  readonly reviewer?: string;
}

/** A call of `claim`, and the stack with its line. */
export interface ClaimCall extends Omit<Evidence, 'until'> {
  readonly text: string;
  /** An ISO date. */
  readonly until?: string;
  readonly stack: string;
}

/** The calls in this thread that have not been reported. Owned by this file: each worker has its own list. */
const calls: ClaimCall[] = [];

/**
 * Marks a text that has to stay true, and records its evidence. `sitegen check --due 30` lists the claims that have to be checked
 * within 30 days; builds report those that are overdue.
 *
 * @example
 * <p>{claim('Trusted by 40 councils', { source: 'list of customers', until: '2027-06-30', reviewer: 'Sales' })}</p>
 *
 * @param caller your own function around this one: the list then has the line that calls yours
 * @returns the text
 * @throws if `until` is not a date
 */
export function claim(text: string, evidence: Evidence, caller: (...args: never[]) => unknown = claim): string {
  const { source, reviewer } = evidence;
  const until = evidence.until === undefined ? undefined : toIsoDate(evidence.until);
  if (evidence.until !== undefined && until === undefined)
    throw new Error(`\`until\` of the claim "${text}" is not a date. It is ${inspect(evidence.until)}.`);
  const call = { text, source, ...(until && { until }), ...(reviewer && { reviewer }), stack: '' };
  Error.captureStackTrace(call, caller); // starts at the caller's line
  calls.push(call);
  return text;
}

/** @returns the calls in this thread since this was last called */
export function takeClaimCalls(): readonly ClaimCall[] {
  return calls.splice(0);
}
