import { HOSTS } from '../hosts/hosts.ts';
import { warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { Asset, Config } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { checkRedirects } from './check-redirects.ts';

export interface CheckHosts {
  readonly config: Config;
  readonly pages: readonly PageFacts[];
  /** Files that are neither pages nor host files, from `out`. */
  readonly otherFiles: readonly string[];
  readonly assets: readonly Asset[];
}

/** Checks the site against the limits of the hosts in the config, and its redirects. */
export function checkHosts({ config, pages, otherFiles, assets }: CheckHosts): Diagnostic[] {
  const files = new Set([...pages.map(({ route }) => route.output), ...otherFiles]);
  const sizes = [
    ...pages.map(({ route, size }) => ({ output: route.output, bytes: size.raw })),
    ...assets.map(({ output, contents }) => ({ output, bytes: contents.length })),
  ];
  const limits = config.hosts.flatMap((name) => {
    const { title, limits: { files: most = Infinity, bytes: largest = Infinity } = {} } = HOSTS[name];
    const tooLarge = sizes.filter(({ bytes }) => bytes > largest);
    const messages = [
      ...(files.size > most ? [`The site has ${files.size} files, but ${title} accepts at most ${most}.`] : []),
      ...tooLarge.map(
        ({ output, bytes }) => `"${output}" has ${bytes} bytes, but ${title} accepts at most ${largest} per file.`,
      ),
    ];
    return messages.map((message) => warning('host-limit', message));
  });
  return [...checkRedirects(config, files), ...limits];
}
