/** Connects content with the worker: settings, the components of `templates/markdown.tsx`, and Markdown pages. */
import type { ReactElement } from 'react';
import type { ContentComponents, Entry } from '../../api/content.ts';
import type { Meta, PageModule } from '../../api/contract.ts';
import { describeFailures } from '../../check/describe-problems.ts';
import { refuseMistakes } from '../../content/content-problem.ts';
import { contentSetup, setContent } from '../../content/content-setup.ts';
import { createMarkdown, readContentFile } from '../../content/create-content.ts';
import { describeCollections } from '../../content/entry-paths.ts';
import { frontMatterMistakes, readFrontMatter } from '../../content/front-matter.ts';
import { loadParser } from '../../content/parse-markdown.ts';
import { SiteFileError } from '../../shared/errors.ts';
import { findMetaMistakes } from '../../shared/meta-fields.ts';
import { isMarkdown } from '../../shared/paths.ts';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type { ContentTask, ListContentTask, ListedContent, PageJob, RenderSetup } from '../../shared/page-tasks.ts';
import { renderElement } from './render-page.ts';
import { importModule } from './import-module.ts';
import { shared } from './shared-data.ts';

/** Loads `templates/markdown.tsx`, if there is one. If it throws, so does content that is rendered. */
export async function startContent({ content, seconds }: ContentTask): Promise<void> {
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
  const loadCollections = () =>
    Promise.allSettled(content.collections.map(({ module, source }) => importModule(module, source, seconds)));
  const importMdx = async (source: string) => {
    const module = content.mdx.find((compiled) => compiled.source === source)?.module;
    if (module === undefined)
      throw new Error(
        `${source} was not compiled: the pattern of a collection with MDX must be written out as a string.`,
      );
    return (await importModule<{ default: Entry['Content'] }>(module, source, seconds)).default;
  };
  const renderAlone = (element: ReactElement) => renderElement(element, content.pictures);
  setContent(content, { components, importMdx, loadCollections, renderAlone, shared });
}

/** Loads every module that calls `collection`, and reads the collections. */
export async function listContent(task: ListContentTask): Promise<ListedContent> {
  const { content, seconds } = task;
  await startContent(task);
  const diagnostics: Diagnostic[] = [];
  for (const { module, source } of content.collections) {
    try {
      await importModule(module, source, seconds);
    } catch (error) {
      diagnostics.push(...describeFailures(content.root, source, error));
    }
  }
  return { collections: await describeCollections(), diagnostics };
}

/**
 * A page with content as the module that it stands for: its front matter is the `meta`.
 *
 * @throws {SitegenError} with the mistakes in the file
 */
export async function loadContentPage({ root, seconds }: RenderSetup, { route, module }: PageJob): Promise<PageModule> {
  const { source } = route;
  const content = readContentFile(root, source);
  const frontMatter = readFrontMatter(content);
  refuseMistakes(content, frontMatterMistakes(frontMatter, findMetaMistakes(frontMatter.data, 'front matter')));
  const meta = frontMatter.data as unknown as Meta;
  if (!isMarkdown(source)) return { default: (await importModule<PageModule>(module, source, seconds)).default, meta };
  const { Content } = createMarkdown(
    () => ({ content, body: frontMatter.body }),
    await loadParser(contentSetup().allowsHtml),
  );
  return { default: Content as PageModule['default'], meta };
}
