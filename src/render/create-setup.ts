/** Creates the settings that workers get before their first task. */
import path from 'node:path';
import { versionOfSharp } from '../generate/sharp.ts';
import { findStyleLibraries } from '../react/generated-styles.ts';
import type { Compiled, Project, Target } from '../shared/model.ts';
import type { ContentSettings, RenderSetup } from '../shared/page-tasks.ts';
import { readingOf } from '../content/reading.ts';
import { MARKDOWN_COMPONENTS, statePaths } from '../shared/paths.ts';
import type { Publishing } from '../shared/unpublished.ts';

export interface CreateSetup {
  readonly project: Pick<Project, 'card' | 'cardFonts' | 'files' | 'shell'>;
  readonly compiled: Compiled;
  /** Absent for pages on request. */
  readonly target?: Target | undefined;
  readonly publishing: Publishing;
}

/** Settings for everything that renders pages. */
export function createRenderSetup({ project, compiled, target, publishing }: CreateSetup): RenderSetup {
  const { config, server, islands, styles, icons } = compiled;
  const { root, site, base, trailingSlash, assetPrefix, runtime, limits, text, noindex } = config;
  const cardModule = server.modules.get(project.card ?? '');
  const fonts = project.cardFonts.map((file) => path.join(root, file));
  return {
    root,
    site,
    base,
    trailingSlash,
    publishing,
    content: contentSettings(compiled),
    seconds: limits.seconds,
    target,
    memo: statePaths(root).memo,
    assetPrefix,
    runtime,
    preloads: islands.preloads,
    shellModule: server.modules.get(project.shell ?? '') ?? '',
    shellSource: project.shell ?? '',
    card: cardModule === undefined ? undefined : { source: project.card ?? '', module: cardModule, fonts },
    icons: icons.links,
    stylesheet: styles.href,
    styleReferences: styles.references,
    childRules: styles.childRules,
    script: islands.href,
    memory: limits.memory,
    text,
    noindex,
    keepsMeta: project.files.length > 0,
    styleLibraries: findStyleLibraries([...server.graph.values()].flatMap(({ packages }) => packages)),
  };
}

function contentSettings({ config, server }: Pick<Compiled, 'config' | 'server'>): ContentSettings {
  const { root, trailingSlash, prefixes, markdown } = config;
  const source = MARKDOWN_COMPONENTS.find((name) => server.modules.has(name));
  const module = server.modules.get(source ?? '');
  return {
    root,
    prefixes,
    trailingSlash,
    allowsHtml: markdown.html,
    reading: readingOf(config),
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
