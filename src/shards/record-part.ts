import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Target } from '../publish/write-files.ts';
import { filesOfPage, type PartRecorder } from '../render/render-site.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { hashOf } from '../shared/hash.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { PageResult } from '../shared/page-tasks.ts';
import type { PageRecord, PartWriter } from './part-file.ts';
import { shardOf, type Shard } from './shard.ts';

export interface RecordPart {
  readonly shard: Shard;
  readonly writer: PartWriter;
  readonly target: Target;
}

/** The files of a part, from its folder. */
export interface RecordedPart {
  readonly files: readonly string[];
  /** Those in the staging folder. */
  readonly written: ReadonlySet<string>;
  /** The number of pages in the part. */
  readonly part: number;
  /** The number of pages in the site. */
  readonly site: number;
}

/** Writes everything that is known about the pages of a part. `end` completes the file. */
export function recordPart({ shard, writer, target }: RecordPart) {
  const list = createHash('sha256');
  const files: string[] = [];
  const written = new Set<string>();
  let [part, site] = [0, 0];
  const recorder: PartRecorder = {
    owns: (route) => shardOf(route.path, shard.of) === shard.number,
    onListed: ({ page, items, diagnostics, finds }) => {
      for (const { route, params, props } of items) list.update(hashOf(JSON.stringify([route, params]), props ?? ''));
      site += items.length;
      writer.write({ kind: 'listed', source: page.source, diagnostics, ...(finds && { finds }) });
    },
    onPage: (index, route, result) => {
      part += 1;
      const names = result?.facts === undefined ? [] : filesOfPage(route, result.facts);
      for (const name of result?.written ?? []) written.add(name);
      const hashes = names.map((name) => {
        const folder = written.has(name) ? target.staging : (target.out ?? '');
        return [name, hashOf(readFileSync(path.join(folder, name)))];
      });
      files.push(...names);
      writer.write({
        kind: 'page',
        index,
        route,
        ...(result && { result: toRecord(result) }),
        files: Object.fromEntries(hashes) as Record<string, string>,
      });
    },
    onFinds: (all) => {
      for (const finds of all) writer.write({ kind: 'finds', finds });
    },
  };
  const end = (late: readonly Diagnostic[]): RecordedPart => {
    writer.write({ kind: 'end', pages: site, list: list.digest('base64url'), lines: writer.lines(), late });
    return { files, written, part, site };
  };
  return { recorder, end };
}

/** The route has a field of its own, and files follow from the facts. */
function toRecord({ facts, problems, pictures, unpublished }: PageResult): NonNullable<PageRecord['result']> {
  const { route: _route, ...others } = facts ?? {};
  return {
    problems,
    pictures,
    ...(facts && { facts: others as Omit<PageFacts, 'route'> }),
    ...(unpublished && { unpublished }),
  };
}
