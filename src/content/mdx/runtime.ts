/** Called by compiled MDX files: see `mdx/prepare-mdx.ts`. */
import { Fragment, type ReactNode } from 'react';
import type { ContentComponents } from '../../api/content.ts';
import { error, type Diagnostic, type Place } from '../../shared/diagnostics.ts';
import { currentContext } from '../../react/async-components.ts';
import { adviceFor, fenceComponent, withDefaults } from '../elements/container.ts';
import { contentSetup } from '../content-setup.ts';
import { awaitLinked } from '../create-content.ts';
import { nameIds, type NameId } from '../elements/document-ids.ts';
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

/** @param known as JSON */
export function createDocument(file: string, known: string) {
  const { ids, links, problems } = JSON.parse(known) as KnownMdx;
  loaded.push({ file, addresses: links.map(({ address }) => address) });
  const nameId: NameId = (written) => {
    const record = currentContext()?.record;
    const slug = record?.documents.slugs.get(file);
    return (record?.documents.names.get(file) ?? nameIds(record, { file, slug, ids }))(written);
  };
  const resolve = (url: string) => resolveAddress(contentSetup(), file, url);
  const all = (components?: ContentComponents) => ({ ...contentSetup().components(), ...components });
  let last: { readonly of: readonly unknown[]; readonly renderer: Renderer } | undefined;
  /** A page calls it for each of its elements, with the same components. */
  const renderer = (components?: ContentComponents): Renderer => {
    const { root, runtime, components: ofSite } = contentSetup();
    const of = [runtime, ofSite(), components];
    if (last?.of.every((one, index) => one === of[index]) !== true)
      last = { of, renderer: createRenderer({ root, file, components: all(components), runtime, nameId, resolve }) };
    return last.renderer;
  };
  return {
    /** A component, because the result of an async one is remembered, but its elements render in each pass over the page. */
    Links: ({ components }: { readonly components?: ContentComponents }): ReactNode => {
      const record = currentContext()?.record;
      recordLinks(record, file, links, { nameId, resolve });
      nameId('');
      const shown = problems.filter(({ language }) => fenceComponent(all(components), language) === undefined);
      record?.problems.push(...shown.map(({ problem }) => problem));
      return null;
    },
    code: (json: string, components: ContentComponents | undefined, line?: number, column?: number): ReactNode => {
      const position = line !== undefined && column !== undefined ? { start: { line, column } } : undefined;
      return renderer(components).createCode(renderCode(JSON.parse(json) as WrittenCode), position);
    },
    props: (json: string): Props => renderer().propsOf(JSON.parse(json) as Described),
  };
}
