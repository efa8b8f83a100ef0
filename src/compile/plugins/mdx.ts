import path from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';
import { compileMdx } from '../../content/compile-mdx.ts';
import { readContentFile } from '../../content/create-content.ts';
import { startMdxThread, type MdxThread } from '../../content/parse-in-thread.ts';
import { SitegenError } from '../../shared/errors.ts';
import { toPosix } from '../../shared/paths.ts';
import { toMessage } from '../esbuild-message.ts';

/** Compiles MDX files to modules. The thread that parses them runs while there are any. */
export function mdxModules(root: string): Plugin {
  return {
    name: 'mdx',
    setup: (build) => {
      let starting: Promise<MdxThread> | undefined;
      build.onEnd(async () => {
        const started = starting;
        starting = undefined;
        await (await started?.catch(() => undefined))?.close(); // each file has received the error
      });
      build.onResolve({ filter: /^sitegen\/mdx$/ }, () => {
        return { path: new URL('mdx.js', import.meta.url).href, external: true };
      });
      build.onLoad({ filter: /\.mdx$/, namespace: 'file' }, async ({ path: file }): Promise<OnLoadResult> => {
        try {
          const content = readContentFile(root, toPosix(path.relative(root, file)));
          const parse = async (source: string) => (await (starting ??= startMdxThread())).parse(source);
          return { contents: await compileMdx(content, parse), loader: 'tsx', resolveDir: path.dirname(file) };
        } catch (error) {
          if (!(error instanceof SitegenError)) throw error;
          return { errors: error.diagnostics.map(toMessage) };
        }
      });
    },
  };
}
