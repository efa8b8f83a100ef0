/** docs/works-with.md, which the suite compares with its results. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LIBRARIES } from './libraries.ts';
import type { Library } from './library.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

const INTRODUCTION = `# Works with

Popular libraries, each on a page of its own that \`npm run test:works-with\` builds, opens in Chromium and uses, with islands on React
and on Preact. The suite fails if a row is not true. This file is generated: \`npm run works-with\`.

A library that reacts to visitors is used in an [island](islands.md), any other in a page. The source of each row is in
\`tests/works-with/site\`.
`;

export async function describeLibraries(): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as Lock;
  const rowOf = (library: Library) => {
    const cells = [
      library.title,
      packages[`node_modules/${library.package}`]?.version ?? '',
      library.file.startsWith('islands/') ? 'island' : 'page',
      library.fails?.react === undefined ? 'yes' : 'no',
      library.fails?.preact === undefined ? 'yes' : 'no',
      remarksOn(library),
    ];
    return `| ${cells.join(' | ')} |\n`;
  };
  const head = '| library | version | used in | React | Preact | |\n|---|---|---|---|---|---|\n';
  return `${INTRODUCTION}\n${head}${LIBRARIES.map(rowOf).join('')}`;
}

const STYLES = 'Its styles are in the HTML, in `<style>`, which a content security policy has to allow.';

function remarksOn({ note = '', hasStyles, fails = {} }: Library): string {
  const { react, preact } = fails;
  const reasons = react === preact ? [react] : [react && `React: ${react}`, preact && `Preact: ${preact}`];
  return [note, hasStyles && STYLES, ...reasons].filter(Boolean).join(' ');
}
