import { isDate } from 'node:util/types';

/** https://www.w3.org/TR/NOTE-datetime, the formats with at least a day */
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** @returns a `Date`, or an ISO date with or without a time, as text; `undefined` for anything else */
export function toIsoDate(date: unknown): string | undefined {
  if (isDate(date)) return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  const [text, year, month, day] = (typeof date === 'string' && ISO_DATE.exec(date)) || [];
  if (text === undefined || Number.isNaN(Date.parse(text))) return undefined;
  // 30 February would be read as a day in March.
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
    ? text
    : undefined;
}
