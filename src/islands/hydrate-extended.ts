/**
 * The runtime of sites whose islands need more than plain JSON as props: values that JSON lacks, slots, children that are
 * shown later, components that run only in the browser. Other sites do not load it.
 */
import { createElement, useLayoutEffect, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { decodeProps } from './decode-props.ts';
import { fetchOnInteraction, hydrateOnInteraction } from './interaction.ts';
import { StaticChildren, mount, type BrowserIsland, type StaticContent } from './hydrate.ts';
import { hydrateWhen } from './hydrate-when.ts';
import {
  CHILDREN_TAG,
  CLIENT_ATTRIBUTE,
  ENCODED_ATTRIBUTE,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PROPS_ATTRIBUTE,
  SLOT_ATTRIBUTE,
} from './markup.ts';

/** Hydrates the islands in a part of the page that was not there before. */
type HydrateIn = (root: ParentNode) => void;

type ClientModule = { readonly default: ComponentType<object> };

/** Does the same as `hydrateIslands`. */
export function hydrateExtendedIslands(islands: readonly BrowserIsland[], root: ParentNode = document): void {
  for (const element of root.querySelectorAll(ISLAND_TAG)) {
    const found = islands.find(({ islandName }) => islandName === element.getAttribute(NAME_ATTRIBUTE));
    if (found === undefined) continue;
    const hydrateLater = (later: ParentNode) => hydrateExtendedIslands(islands, later);
    const hydrate = () => void hydrateExtendedNow(element, found, hydrateLater)?.catch(console.error);
    const onInteraction = element.hasAttribute(CLIENT_ATTRIBUTE)
      ? () =>
          fetchOnInteraction(element, async () =>
            hydrateExtendedNow(element, found, hydrateLater)?.catch(console.error),
          )
      : () => hydrateOnInteraction(element, hydrate);
    hydrateWhen(element, element.getAttribute(HYDRATE_ATTRIBUTE), hydrate, onInteraction);
  }
}

/** The island is hydrated when this returns; if its component is fetched first, when the promise resolves. */
export function hydrateExtendedNow(
  element: Element,
  island: BrowserIsland,
  hydrateLater: HydrateIn,
): Promise<void> | undefined {
  if (!element.hasAttribute(CLIENT_ATTRIBUTE)) {
    flushSync(() => hydrateExtended(element, island, hydrateLater));
    return undefined;
  }
  const load = island.component as unknown as () => Promise<ClientModule>;
  return load().then(({ default: component }) => {
    const props = readProps(element, hydrateLater);
    flushSync(() =>
      mount(element, component, props, (container, content, options) => {
        createRoot(container, options).render(content);
      }),
    );
  });
}

function hydrateExtended(element: Element, { component }: BrowserIsland, hydrateLater: HydrateIn): void {
  mount(element, component, readProps(element, hydrateLater), hydrateRoot);
}

function readProps(element: Element, hydrateLater: HydrateIn): object {
  const slots = takeSlots(element);
  const toSlot = (name: string): ReactNode => {
    const content = slots.get(name);
    return content && createElement(Slot, { key: name, ...content, hydrateLater });
  };
  const json = element.getAttribute(PROPS_ATTRIBUTE) as string;
  const props = element.hasAttribute(ENCODED_ATTRIBUTE) ? decodeProps(json, toSlot) : (JSON.parse(json) as object);
  return slots.has('children') ? { ...props, children: toSlot('children') } : props;
}

/** What the page contains for each slot of the island, not for those of an island in it. Removes templates. */
function takeSlots(element: Element): Map<string, StaticContent> {
  const slots = new Map<string, StaticContent>();
  for (const from of element.querySelectorAll(`${CHILDREN_TAG}, template[${SLOT_ATTRIBUTE}]`)) {
    const isTemplate = from instanceof HTMLTemplateElement;
    const isOwn = isTemplate ? from.parentElement === element : from.closest(ISLAND_TAG) === element;
    const name = from.getAttribute(SLOT_ATTRIBUTE) ?? 'children';
    if (!isOwn || slots.has(name)) continue;
    slots.set(name, { from, nodes: [...(isTemplate ? from.content : from).childNodes] });
    if (isTemplate) from.remove(); // the component does not render it, so it must not be there when React compares
  }
  return slots;
}

/** Islands in a template are not in the page until the slot is shown for the first time. */
function Slot({ hydrateLater, ...content }: StaticContent & { readonly hydrateLater: HydrateIn }): ReactNode {
  useLayoutEffect(() => {
    const [first] = content.nodes;
    if (content.from instanceof HTMLTemplateElement && first?.parentElement && !hydrated.has(content.from)) {
      hydrated.add(content.from);
      hydrateLater(first.parentElement);
    }
  });
  return createElement(StaticChildren, content);
}

/** Templates whose islands are hydrated. Owned by `Slot`. */
const hydrated = new WeakSet<Element>();
