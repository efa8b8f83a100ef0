/** Files of JSON. */
import { MAX_DEPTH } from './check-size.ts';
import { refuseMistakes, type ContentFile } from './content-problem.ts';
import type { FilePlace } from './parse-yaml.ts';
import { scanJson } from './scan-json.ts';

/** @throws {SitegenError} with the first mistake */
export function parseJson(content: ContentFile): unknown {
  const { text } = content;
  const { offset, mistake } = scanJson({ text, from: 0, maxDepth: MAX_DEPTH, onValue: () => {} });
  const isFollowed = text.slice(offset).trim() !== '';
  const message = mistake ?? (isFollowed ? 'Something follows the end of the data.' : undefined);
  if (message !== undefined) {
    const from = mistake === undefined ? offset + text.slice(offset).search(/\S/) : offset;
    refuseMistakes(content, [{ message, ...lineAndColumn(text, from) }]);
  }
  return JSON.parse(text);
}

/** @returns finds the place of a value, or of the innermost value around it that exists */
export function placesInJson(text: string): (path: readonly PropertyKey[]) => FilePlace {
  /** Where the values in the outermost array or object begin: the rows. */
  const starts = new Map<string, number>();
  const onValue = (around: readonly { readonly key: PropertyKey }[], offset: number) => {
    const [outer] = around;
    if (around.length === 1 && outer !== undefined) starts.set(String(outer.key), offset);
  };
  scanJson({ text, from: 0, maxDepth: MAX_DEPTH, onValue });
  return ([first, ...path]) => {
    const start = first === undefined ? undefined : starts.get(String(first));
    if (start === undefined) return { line: 1, column: 1 };
    let [best, depth] = [start, 0];
    scanJson({
      text,
      from: start,
      maxDepth: MAX_DEPTH,
      onValue: (around, offset) => {
        const isOnPath =
          around.length === depth + 1 && around.every(({ key }, index) => String(key) === String(path[index]));
        if (isOnPath) [best, depth] = [offset, around.length];
      },
    });
    return lineAndColumn(text, best);
  };
}

function lineAndColumn(text: string, offset: number): FilePlace {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return { line, column: offset - start + 1 };
}
