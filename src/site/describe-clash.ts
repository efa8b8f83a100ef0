import { pathOfOutput } from '../shared/address.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { Output } from './output.ts';
import type { Clash } from './site.ts';

/** The kinds of the outputs decide which one must change, not the order in which they were found. */
export function describeClash({ first, second, shares }: Clash): Diagnostic {
  const [text, other] = isText(second) ? [second, first] : [first, second];
  if (isText(text) && other.kind !== 'page') {
    const message = `${ownerName(other)} would be overwritten by the Markdown version of ${text.route?.path} (\`text: true\`).`;
    return clash(message, other);
  }
  if (shares === 'folder') return describeFolder(first, second);
  if (first.route !== undefined && second.route !== undefined) {
    const { path, source } = second.route;
    return first.route.source === source
      ? clash(`\`paths\` lists "${path}" twice, or two paths that differ only in case or accents.`, second)
      : clash(`Both ${first.route.source} and ${source} have a page for "${path}".`, second);
  }
  const verb =
    shares === 'name' ? `be written to "${second.output}"` : `have the address "${pathOfOutput(second.output, false)}"`;
  return clash(`${ownerName(first)} and ${ownerName(second)} would both ${verb}.`, second.owner ? second : first);
}

function describeFolder(first: Output, second: Output): Diagnostic {
  const [file, inside] = second.output.length > first.output.length ? [first, second] : [second, first];
  const folder = inside.output.slice(0, file.output.length);
  if (file.owner === undefined && inside.route !== undefined) {
    const { path } = inside.route;
    return clash(`The page ${path} needs the folder "${folder}", but sitegen writes a file of that name.`, inside);
  }
  const message = `${ownerName(inside)} needs the folder "${folder}", but ${ownerName(file)} would be written to a file of that name.`;
  return clash(message, inside);
}

/** True for the text of a page. */
function isText({ route, kind }: Output): boolean {
  return route !== undefined && kind !== 'page';
}

function ownerName({ owner }: Output): string {
  return owner ?? 'sitegen';
}

function clash(message: string, { owner }: Output): Diagnostic {
  const place = owner === undefined ? undefined : { file: owner };
  return error('output-clash', message, { place, hint: 'rename one of them' });
}
