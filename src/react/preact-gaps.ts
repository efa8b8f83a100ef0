/** Finds React features that islands use and Preact lacks. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeFrame, lineAndColumn } from '../shared/code-frame.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';

/** esbuild's messages for a named import, and for a member of `import * as React`. */
const MISSING =
  /^No matching export in "[^"]*preact[^"]*" for import "(\w+)"|^Import "(\w+)" will always be undefined .*preact/;

/** esbuild cannot know the members of a default export, so these are searched for. */
const MEMBER = /\bReact(?:DOM)?\.(Activity|ViewTransition|use(?:ActionState|FormState|FormStatus|Optimistic))\b/g;

/**
 * @param found by esbuild
 * @param files of the project in the bundle, from the root; none if it failed
 */
export function describePreactGaps(root: string, found: readonly Diagnostic[], files: readonly string[]): Diagnostic[] {
  const described = found.map((diagnostic) => {
    const [, imported, member] = MISSING.exec(diagnostic.message) ?? [];
    const name = imported ?? member;
    return name === undefined ? diagnostic : describeGap(name, diagnostic);
  });
  const placeOf = ({ place }: Diagnostic) => `${place?.file}:${place?.line}`;
  const known = new Set(described.filter(({ code }) => code === 'preact-gap').map(placeOf));
  const members = files.flatMap((file) => findMembers(root, file));
  return [...described, ...members.filter((diagnostic) => !known.has(placeOf(diagnostic)))];
}

function findMembers(root: string, file: string): Diagnostic[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(MEMBER)].map(({ index, 1: name = '' }) => {
    const place = { file, ...lineAndColumn(text, index) };
    return describeGap(name, { place, frame: codeFrame(text, place.line, place.column) });
  });
}

function describeGap(name: string, { place, frame }: Pick<Diagnostic, 'place' | 'frame'>): Diagnostic {
  const message = `An island uses \`${name}\`, which React has and Preact lacks.`;
  const hint = "do without it, or set `islands: { runtime: 'react' }` in the config";
  return error('preact-gap', message, { place, hint, frame });
}
