import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { Project, Route } from '../shared/model.ts';
import { fileNameKey, parentFolders } from '../shared/paths.ts';

/** The site's own files that are not pages. */
export type OwnFiles = Pick<Project, 'files' | 'publicFiles'>;

/** Tracks which page or other file owns each file in `out`. */
export interface OutputClaims {
  readonly claim: (route: Route) => Claim;
  /** Replaces a route that was copied from a worker with the equal one that was claimed, so that it is in memory once. */
  readonly routeOf: (copy: Route) => Route;
}

interface Claim {
  /** Another page or file has the same name. */
  readonly clash?: Diagnostic;
  /** True if the clash was found before, among the names of files (`project/discover.ts`). */
  readonly isReported: boolean;
}

/** A page or another file. */
interface Owner extends Partial<Route> {
  readonly source: string;
}

export function claimOutputs({ files, publicFiles }: OwnFiles): OutputClaims {
  const owners = new Map<string, Owner>([
    ...files.map(({ output, source }) => [fileNameKey(output), { source }] as const),
    ...publicFiles.map((file) => [fileNameKey(file), { source: `public/${file}` }] as const),
  ]);
  return {
    claim: (route) => {
      const name = fileNameKey(route.output);
      const owner = [name, ...parentFolders(name)].map((key) => owners.get(key)).find(Boolean);
      if (owner === undefined) {
        owners.set(name, route);
        return { isReported: false };
      }
      const isReported = owner.path === undefined && !route.source.includes('[');
      return { clash: describeClash(route, owner.source), isReported };
    },
    routeOf: (copy) => {
      const owner = owners.get(fileNameKey(copy.output));
      return owner?.output === copy.output ? (owner as Route) : copy;
    },
  };
}

function describeClash({ source, path }: Route, other: string): Diagnostic {
  const message =
    other === source
      ? `\`paths\` lists "${path}" twice, or two paths that differ only in case or accents.`
      : `Both ${other} and ${source} have a page for "${path}".`;
  return error('output-clash', message, { place: { file: source } });
}
