import { versionOfSharp } from '../generate/sharp.ts';
import type { Compiled } from '../shared/model.ts';
import type { ContentSettings } from '../shared/page-tasks.ts';
import { MARKDOWN_COMPONENTS } from '../shared/paths.ts';

export function contentSettings({ config, server }: Pick<Compiled, 'config' | 'server'>): ContentSettings {
  const { root, base, trailingSlash, assetPrefix, elsewhere, markdown } = config;
  const prefixes = { base, assets: assetPrefix, elsewhere };
  const source = MARKDOWN_COMPONENTS.find((name) => server.modules.has(name));
  const module = server.modules.get(source ?? '');
  return {
    root,
    prefixes,
    trailingSlash,
    allowsHtml: markdown.html,
    pictures: {
      encoder: versionOfSharp(),
      isEncoded: config.mode === 'production',
      prefixes: { ...prefixes, elsewhere: [] },
    },
    mdx: server.mdx.map((file) => ({ source: file, module: server.modules.get(file) ?? '' })),
    collections: server.withCollections.map((file) => ({ source: file, module: server.modules.get(file) ?? '' })),
    components: source === undefined || module === undefined ? undefined : { source, module },
  };
}
