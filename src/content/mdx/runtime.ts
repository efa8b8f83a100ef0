/** Called by compiled MDX files: see `mdx/prepare-mdx.ts`. */
import { Fragment, type ReactNode } from 'react';
import type { ContentComponents } from '../../api/content.ts';
import { error, type Diagnostic, type Place } from '../../shared/diagnostics.ts';
import { currentContext } from '../../react/async-components.ts';
import { adviceFor, fenceComponent, withDefaults } from '../elements/container.ts';
import { contentSetup } from '../content-setup.ts';
import { awaitLinked } from '../create-content.ts';
import { FOOTNOTES, nameIds } from '../elements/document-ids.ts';
import { renderCode, type WrittenCode } from '../code/code-block.ts';
import type { MdxFacts } from './prepare-mdx.ts';
import { createRenderer, recordLinks, type Described, type Props, type Renderer } from '../elements/render-elements.ts';
import { resolveAddress } from '../resolve-address.ts';

/** MDX calls it by this name. Content that awaits something must be in a `wrapper`: only React can handle its promise. */
export function useMDXComponents(): ContentComponents {
  const { components, runtime } = contentSetup();
  return { wrapper: Fragment, ...withDefaults(components(), runtime) } as ContentComponents;
}

const MISSING =
  /^Expected (?:component|object) `([^`]+)` to be defined.*referenced in your code at `(\d+):(\d+)-[^`]*` in `([^`]+)`/s;

/** @returns where the name is written, if MDX has thrown because it is not defined */
export function explainMissing(failure: unknown): (Diagnostic & { readonly place: Place }) | undefined {
  const { message } = Object(failure) as { readonly message?: unknown };
  const [whole = '', id, line, column, file] = MISSING.exec(String(message)) ?? [];
  if (id === undefined || file === undefined) return undefined;
  const place = { file, line: Number(line), column: Number(column) };
  const hint = adviceFor(id, contentSetup().components(), 'import it, or ');
  return { ...error('content-invalid', whole.replace(/:.*/s, '.'), { hint }), place };
}

/** The documents of modules that have been loaded, and may link to files that have not been read. Owned by the worker thread. */
const loaded: { readonly file: string; readonly addresses: readonly string[] }[] = [];

/** Called after modules have been loaded. */
export async function awaitDocuments(): Promise<void> {
  for (const { file, addresses } of loaded.splice(0)) await awaitLinked(file, addresses);
}

interface KnownMdx extends Pick<MdxFacts, 'links' | 'problems'> {
  /** The ids of its headings. */
  readonly ids: readonly string[];
}

/** @param known as JSON. @returns a function that is called whenever the document is rendered */
export function createDocument(file: string, known: string) {
  const document = JSON.parse(known) as KnownMdx;
  loaded.push({ file, addresses: document.links.map(({ address }) => address) });
  return () => startDocument(file, document);
}

function startDocument(file: string, { ids, links, problems }: KnownMdx) {
  const { record } = currentContext() ?? {};
  const nameId = nameIds(record, { file, slug: record?.documents.slugs.get(file), ids });
  const resolve = (url: string) => resolveAddress(contentSetup(), file, url);
  const all = (components?: ContentComponents) => ({ ...contentSetup().components(), ...components });
  let last: { readonly components: ContentComponents | undefined; readonly renderer: Renderer } | undefined;
  const renderer = (components?: ContentComponents): Renderer => {
    const { root, runtime } = contentSetup();
    if (last === undefined || last.components !== components)
      last = {
        components,
        renderer: createRenderer({ root, file, components: all(components), runtime, nameId, resolve }),
      };
    return last.renderer;
  };
  return {
    /** A component, because the result of an async one is remembered, but its elements render in each pass over the page. */
    Links: ({ components }: { readonly components?: ContentComponents }): ReactNode => {
      const { record: ofPass } = currentContext() ?? {};
      for (const id of [...ids, FOOTNOTES]) ofPass?.documents.ids.set(nameId(id), file);
      recordLinks(ofPass, file, links, { nameId, resolve });
      const shown = problems.filter(({ language }) => fenceComponent(all(components), language) === undefined);
      ofPass?.problems.push(...shown.map(({ problem }) => problem));
      return null;
    },
    code: (json: string, components: ContentComponents | undefined, line?: number, column?: number): ReactNode => {
      const position = line !== undefined && column !== undefined ? { start: { line, column } } : undefined;
      return renderer(components).createCode(renderCode(JSON.parse(json) as WrittenCode), position);
    },
    props: (json: string): Props => renderer().propsOf(JSON.parse(json) as Described),
  };
}
