/** Builds the parts of a site. */
import { sitegen } from './run.ts';
import type { Project } from './project.ts';

export const AT = ['--at', '2026-11-28T12:00Z'];

/** Builds all parts. @returns their exit codes */
export async function buildParts({ root }: Project, of: number): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (let number = 1; number <= of; number += 1) {
    const { code } = await sitegen(root, 'build', '--shard', `${number}/${of}`, '--out', `part-${number}`, ...AT);
    codes.push(code);
  }
  return codes;
}

export const partsOf = (of: number) => Array.from({ length: of }, (_, index) => `part-${index + 1}`);
