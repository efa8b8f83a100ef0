import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { Project, Route } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { pathOfOutput } from '../shared/address.ts';
import { MARKER, fileNameKey, parentFolders, toRoute } from '../shared/paths.ts';

/**
 * Two sources must not answer to the same address (`demo` and `demo.html` without trailing slashes), nor need a file and a
 * folder of the same name. The pages of parametric files are not known yet.
 */
export function checkOutputs({ pages, files, publicFiles }: Project, trailingSlash: boolean): Diagnostic[] {
  const routes = pages.filter(({ isParametric }) => !isParametric).map((page) => toRoute(page, trailingSlash));
  const outputs = [
    { output: MARKER, source: 'sitegen itself' },
    ...routes.map(({ output, source }) => ({ output, source })),
    ...files,
    ...publicFiles.map((file) => ({ output: file, source: `public/${file}` })),
  ];
  const sources = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const addresses = new Map<string, string>();
  for (const { output, source } of outputs) {
    const [name, address] = [fileNameKey(output), fileNameKey(pathOfOutput(output, trailingSlash))];
    const [sameFile, sameAddress] = [sources.get(name), addresses.get(address)];
    if (sameFile !== undefined) {
      diagnostics.push(clash(`${sameFile} and ${source} would both be written to "${output}".`, source));
    } else if (sameAddress !== undefined) {
      diagnostics.push(clash(describeSharedAddress(sameAddress, source, address), source));
    }
    sources.set(name, sameFile ?? source);
    addresses.set(address, sameAddress ?? source);
  }
  for (const { output, source } of outputs) {
    const folder = parentFolders(output).find((candidate) => sources.has(fileNameKey(candidate)));
    if (folder === undefined) continue;
    const message = `${source} needs the folder "${folder}", but ${sources.get(fileNameKey(folder))} would be written to a file of that name.`;
    diagnostics.push(clash(message, source));
  }
  return diagnostics;
}

/** `public/demo` and `templates/pages/demo.tsx`. Hosts would send the file, and never the page. */
function describeSharedAddress(one: string, other: string, address: string): string {
  return `${one} and ${other} would both have the address "${address}".`;
}

/**
 * Finds pages that need a folder with the name of a file that is generated: `/robots.txt/`.
 *
 * @param generated files, from `out`
 */
export function checkFolders(pages: readonly Route[], generated: readonly string[]): Diagnostic[] {
  const names = new Set(generated.map(fileNameKey));
  return pages.flatMap(({ path, output, source }) => {
    const folder = parentFolders(fileNameKey(output)).find((candidate) => names.has(candidate));
    if (folder === undefined) return [];
    return [clash(`The page ${path} needs the folder "${folder}", but sitegen writes a file of that name.`, source)];
  });
}

/** Finds files of the site that have the name of the text of a page: `about/index.md`. */
export function checkTexts(
  pages: readonly Pick<PageFacts, 'route' | 'text'>[],
  { files, publicFiles }: Pick<Project, 'files' | 'publicFiles'>,
): Diagnostic[] {
  const texts = new Map(pages.flatMap(({ route, text }) => (text ? [[fileNameKey(text.output), route.path]] : [])));
  if (texts.size === 0) return [];
  const own = [...files, ...publicFiles.map((file) => ({ output: file, source: `public/${file}` }))];
  return own.flatMap(({ output, source }) => {
    const name = fileNameKey(output);
    const path = [name, ...parentFolders(name)].map((key) => texts.get(key)).find(Boolean);
    if (path === undefined) return [];
    return [clash(`${source} is in the place of the text of ${path}, which \`text\` in the config asks for.`, source)];
  });
}

function clash(message: string, file: string): Diagnostic {
  return error('output-clash', message, { place: { file }, hint: 'rename one of them' });
}
