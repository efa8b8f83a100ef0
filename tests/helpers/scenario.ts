/** Parts of the scenarios in `compiled-from.ts`. */
import { page, type Project } from './project.ts';

type Files = Readonly<Record<string, string>>;

export interface Scenario {
  readonly name: string;
  readonly files: Files;
  /** The folder of the site. */
  readonly folder?: string;
  /** A file that shows the changes, from `out`. It may be the beginning of a name: `assets/site-` */
  readonly shown: string;
  readonly steps: readonly Step[];
}

/** A change, and what the site shows then. */
export type Step = readonly [what: string, change: Files | ((project: Project) => Promise<unknown>), expected: string];

export const SHOWN = 'words/index.html';
export const showing = (specifier: string) => page('Words', '<p>{words}</p>', `import words from '${specifier}';`);
export const words = (text: string) => `export default '${text}';`;
export const json = JSON.stringify;
export const pathsTo = (...targets: readonly string[]) => json({ compilerOptions: { paths: { '@words': targets } } });
export const packageJson = (name: string, more = {}) =>
  json({ name, version: '1.0.0', type: 'module', main: 'index.js', ...more });
