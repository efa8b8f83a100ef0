/** Files of CSV. The only file that calls `csv-parse`. */
import { hasCode } from '../../shared/errors.ts';
import { loadPackage } from '../../shared/load-package.ts';
import {
  missingPackages,
  limitMistakes,
  refuseMistakes,
  type ContentFile,
  type ContentMistake,
} from '../content-problem.ts';

interface Csv {
  /** An object for each row, with the names of the header. All values are strings. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** The lines that rows begin in. */
  readonly lines: readonly number[];
}

/** @throws {SitegenError} with all mistakes, and when `csv-parse` is not installed */
export function parseCsv(content: ContentFile): Csv {
  const records: string[][] = [];
  const lines: number[] = [];
  const mistakes: ContentMistake[] = [];
  let last = 0;
  const parse = loadParser();
  try {
    parse(content.text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true, // counted below, so that all rows with a mistake are reported
      skip_empty_lines: true,
      on_record: (record: string[], { lines: end }) => {
        records.push(record);
        lines.push(end - countBreaks(record));
        last = end;
        return null;
      },
    });
  } catch (failure) {
    const message = explain(failure);
    if (message === undefined) throw failure;
    mistakes.push({ ...message, line: last + 1 });
  }
  const [header = [], ...rows] = records;
  for (const [index, { length }] of rows.entries()) {
    if (length === header.length) continue;
    const message = `The row has ${length} fields, but the header has ${header.length}.`;
    mistakes.push({ message, line: lines[index + 1], hint: 'put a text that contains a comma in double quotes' });
  }
  const { listed, more } = limitMistakes([...findHeaderMistakes(header, lines[0] ?? 1), ...mistakes]);
  refuseMistakes(content, [...listed, ...more]);
  return {
    rows: rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']))),
    lines: lines.slice(1),
  };
}

function findHeaderMistakes(header: readonly string[], line: number): ContentMistake[] {
  if (header.length === 0) return [{ message: 'The file has no header: a first line with names.', line }];
  const [only = ''] = header;
  if (header.length === 1 && /[;\t]/.test(only))
    return [{ message: 'The header has one column.', line, hint: 'separate columns with commas' }];
  const names = new Set<string>();
  return header.flatMap((name, index) => {
    if (name.trim() === '') return [{ message: `Column ${index + 1} has no name in the header.`, line }];
    if (names.has(name)) return [{ message: `The header has the name "${name}" twice.`, line }];
    names.add(name);
    return [];
  });
}

/** A field can have several lines. */
function countBreaks(record: readonly string[]): number {
  return record.reduce((sum, field) => sum + (field.match(/\r\n|[\r\n]/g)?.length ?? 0), 0);
}

const MESSAGES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A double quote in this row is not closed.',
  CSV_INVALID_CLOSING_QUOTE: 'A field in double quotes continues after the second quote.',
  INVALID_OPENING_QUOTE: 'A field contains a double quote.',
};

/** @returns the mistake, if it is one of the file */
function explain(failure: unknown): ContentMistake | undefined {
  const message = MESSAGES[String((Object(failure) as { readonly code?: unknown }).code)];
  return message === undefined ? undefined : { message, hint: 'write a field that contains quotes as "5"" wide"' };
}

function loadParser(): typeof import('csv-parse/sync').parse {
  try {
    return (loadPackage('csv-parse/sync') as typeof import('csv-parse/sync')).parse;
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    throw missingPackages('CSV', ['csv-parse'], cause);
  }
}
