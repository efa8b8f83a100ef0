/** Connects content with the worker: settings, the components of `templates/markdown.tsx`, and Markdown pages. */
import { readFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import type { ContentComponents, Entry } from '../../api/content.ts';
import type { Meta, PageModule } from '../../api/contract.ts';
import type { UserConfig } from '../../api/user-config.ts';
import { refuseMistakes, type ContentFile } from '../../content/content-problem.ts';
import { contentSetup, setContent } from '../../content/content-setup.ts';
import { createMarkdown, readContentFile } from '../../content/create-content.ts';
import { frontMatterMistakes, readFrontMatter, splitFrontMatter } from '../../content/data/front-matter.ts';
import { loadParser, type ParseMarkdown } from '../../content/markdown/parse-markdown.ts';
import { awaitDocuments } from '../../content/mdx/runtime.ts';
import { completeReading } from '../../content/reading.ts';
import type { ShownFacts } from '../../content/mdx/prepare-mdx.ts';
import { SiteFileError } from '../../shared/errors.ts';
import { findMetaMistakes } from '../../shared/meta-fields.ts';
import { factsFile } from '../../shared/paths.ts';
import type { PageJob, RenderSetup, Setup } from '../../shared/page-tasks.ts';
import { renderElement } from './render-page.ts';
import { importModule } from './import-module.ts';
import { shared } from '../../api/shared.ts';

/** Loads `templates/markdown.tsx`, if there is one. If it throws, rendering content throws as well. */
export async function startContent({ content, seconds }: Setup): Promise<void> {
  const { components: file } = content;
  const loading = file && importModule<{ components?: ContentComponents }>(file.module, file.source, seconds);
  const components = await Promise.resolve(loading).then(
    (module) => () => {
      if (module !== undefined && typeof Object(module.components) !== typeof module.components)
        throw new SiteFileError(`${file?.source} has no export \`components\`.`, file?.source);
      return module?.components ?? {};
    },
    (error: unknown) => () => {
      throw error;
    },
  );
  let parser: Promise<ParseMarkdown> | undefined;
  const startParser = async () => {
    const { allowsHtml, reading } = content;
    const { config } = reading;
    const loaded = config && (await importModule<{ default: UserConfig }>(config.module, config.source, seconds));
    return loadParser(allowsHtml, completeReading(reading, loaded?.default), content.root);
  };
  const loadCollections = () =>
    Promise.allSettled(content.collections.map(({ module, source }) => importModule(module, source, seconds)));
  const mdxModules = new Map(content.mdx.map(({ source, module }) => [source, module]));
  const findMdx = (source: string) => {
    const module = mdxModules.get(source);
    if (module !== undefined) return module;
    throw new Error(
      `${source} was not compiled: the pattern of a collection with MDX must be written out as a string.`,
    );
  };
  const importMdx = async (source: string) => {
    const module = await importModule<{ default: Entry['Content'] }>(findMdx(source), source, seconds);
    await awaitDocuments();
    return module.default;
  };
  const readMdx = (source: string) => JSON.parse(readFileSync(factsFile(findMdx(source)), 'utf8')) as ShownFacts;
  const renderAlone = (element: ReactElement) => renderElement(element, content.pictures);
  setContent(content, {
    components,
    loadParser: () => (parser ??= startParser()),
    importMdx,
    readMdx,
    loadCollections,
    renderAlone,
    shared,
  });
}

/**
 * Loads a Markdown page as a module: its front matter is the `meta`.
 *
 * @throws {SitegenError} with the mistakes in the file
 */
export async function loadMarkdownPage({ root }: RenderSetup, { route }: PageJob): Promise<PageModule> {
  const content = readContentFile(root, route.source);
  const parse = await contentSetup().loadParser(); // first: its error names all packages that are missing
  const { meta, body } = readMeta(content);
  const { Content } = createMarkdown(() => ({ content, body }), parse);
  return { default: Content as PageModule['default'], meta };
}

/**
 * Loads an MDX page: a module like any other, except that its `meta` may be front matter.
 *
 * @throws {SitegenError} with the mistakes in the file
 */
export async function loadMdxPage({ root, seconds }: RenderSetup, { route, module }: PageJob): Promise<PageModule> {
  const page = await importModule<PageModule>(module, route.source, seconds);
  const content = readContentFile(root, route.source);
  const hasMeta = page.meta !== undefined;
  const hasFrontMatter = splitFrontMatter(content.text).yaml !== undefined;
  if (hasMeta && hasFrontMatter) {
    const line = content.text.split('\n').findIndex((text) => /^export\b.*\bmeta\b/.test(text)) + 1;
    const message = 'The file has both front matter and an export `meta`.';
    refuseMistakes(content, [{ message, line: line || 1, hint: 'keep one of them' }]);
  }
  return hasMeta ? page : { ...page, meta: readMeta(content).meta };
}

/** @throws {SitegenError} with the mistakes in the front matter */
function readMeta(content: ContentFile): { readonly meta: Meta; readonly body: string } {
  const frontMatter = readFrontMatter(content);
  refuseMistakes(content, frontMatterMistakes(frontMatter, findMetaMistakes(frontMatter.data, 'front matter')));
  return { meta: frontMatter.data as unknown as Meta, body: frontMatter.body };
}
