/** Files of CSV. The only file that calls `csv-parse`. */
import { hasCode } from '../../shared/errors.ts';
import { loadPackage } from '../../shared/load-package.ts';
import { missingPackages, refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';

interface Csv {
  /** An object for each row, with the names of the header. All values are strings. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** The lines that rows begin in. */
  readonly lines: readonly number[];
}

/** @throws {SitegenError} with all mistakes, and when `csv-parse` is not installed */
export function parseCsv(content: ContentFile): Csv {
  const rows: Record<string, string>[] = [];
  const lines: number[] = [];
  const mistakes: ContentMistake[] = [];
  let header: readonly string[] | undefined;
  let last = 0;
  const addRow = (record: readonly string[], line: number) => {
    if (header === undefined) {
      header = record;
      mistakes.push(...findHeaderMistakes(header, line));
      return;
    }
    if (record.length !== header.length) {
      const message = `The row has ${record.length} fields, but the header has ${header.length}.`;
      mistakes.push({ message, line, hint: 'put a text that contains a comma in double quotes' });
    }
    rows.push(Object.fromEntries(header.map((name, index) => [name, record[index] ?? ''])));
    lines.push(line);
  };
  const parse = loadParser();
  try {
    parse(content.text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true, // so that all rows with a mistake are reported
      skip_empty_lines: true,
      on_record: (record: string[], { lines: end }) => {
        addRow(record, end - countBreaks(record));
        last = end;
        return null;
      },
    });
  } catch (failure) {
    const message = MESSAGES[String((Object(failure) as { readonly code?: unknown }).code)];
    if (message === undefined) throw failure;
    mistakes.push({ message, line: last + 1, hint: 'write a field that contains quotes as "5"" wide"' });
  }
  if (header === undefined && mistakes.length === 0)
    mistakes.push({ message: 'The file has no header: a first line with names.', line: 1 });
  refuseMistakes(content, mistakes);
  return { rows, lines };
}

function findHeaderMistakes(header: readonly string[], line: number): ContentMistake[] {
  if (header.length === 1 && /[;\t]/.test(header[0] ?? ''))
    return [{ message: 'The header has one column.', line, hint: 'separate columns with commas' }];
  return header.flatMap((name, index) => {
    if (name.trim() === '') return [{ message: `Column ${index + 1} has no name in the header.`, line }];
    return header.indexOf(name) === index ? [] : [{ message: `The header has the name "${name}" twice.`, line }];
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

function loadParser(): typeof import('csv-parse/sync').parse {
  try {
    return (loadPackage('csv-parse/sync') as typeof import('csv-parse/sync')).parse;
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    throw missingPackages('CSV', ['csv-parse'], cause);
  }
}
