import {
  Component,
  createElement,
  useLayoutEffect,
  useRef,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import { withText } from '../../shared/image.ts';
import type { IslandOptions } from '../../api/contract.ts';
import {
  CHILDREN_TAG,
  CLIENT_ATTRIBUTE,
  ENCODED_ATTRIBUTE,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PREFIX_ATTRIBUTE,
  PROPS_ATTRIBUTE,
  SLOT_ATTRIBUTE,
} from '../markup.ts';
import { fetchOnInteraction, hydrateOnInteraction } from './interaction.ts';
import { inputIn } from './replay-input.ts';
import { hydrateWhen } from './hydrate-when.ts';

/** Set by the build. Absent in a test. */
declare const SITEGEN_RUNTIME: 'react' | 'preact' | undefined;

/** An island in the browser. Inside another island, it is an ordinary component. */
export interface BrowserIsland<Props = object> extends FunctionComponent<Props & IslandOptions> {
  islandName: string;
  component: ComponentType<Props>;
}

/** The browser's half of `island`. */
export function island<Props extends object>(name: string, component: ComponentType<Props>): BrowserIsland<Props> {
  // `hydrate` is passed on, although it has no effect here: removing it would cost every visitor some bytes.
  const Plain = (props: Props & IslandOptions) => createElement(component, props);
  return Object.assign(Plain, { islandName: name, component });
}

/** Hydrates the islands in a new part of the page. */
type HydrateIn = (root: ParentNode) => void;

type ClientModule = { readonly default: ComponentType<object> };

/** Hydrates the islands on the page, each by its strategy. An island that fails keeps its HTML and does not affect others. */
export function hydrateIslands(islands: readonly BrowserIsland[], root: ParentNode = document): void {
  for (const element of root.querySelectorAll(ISLAND_TAG)) {
    const found = islands.find(({ islandName }) => islandName === element.getAttribute(NAME_ATTRIBUTE));
    if (found === undefined) continue;
    const hydrateLater = (later: ParentNode) => hydrateIslands(islands, later);
    const hydrate = () => void hydrateNow(element, found, hydrateLater)?.catch(console.error);
    const onInteraction = element.hasAttribute(CLIENT_ATTRIBUTE)
      ? () => fetchOnInteraction(element, async () => hydrateNow(element, found, hydrateLater)?.catch(console.error))
      : () => hydrateOnInteraction(element, hydrate);
    hydrateWhen(element, element.getAttribute(HYDRATE_ATTRIBUTE), hydrate, onInteraction);
  }
}

/** The island is hydrated when this returns or, if its component is fetched first, when the promise resolves. */
export function hydrateNow(element: Element, found: BrowserIsland, hydrateLater: HydrateIn): Promise<void> | undefined {
  if (!element.hasAttribute(CLIENT_ATTRIBUTE)) {
    flushSync(() => hydrateIsland(element, found, hydrateLater));
    return undefined;
  }
  const load = found.component as unknown as () => Promise<ClientModule>;
  return load().then(({ default: component }) => {
    const props = readProps(element, hydrateLater);
    flushSync(() =>
      mount(element, component, props, (container, content, options) => {
        const root = createRoot(container, options);
        root.render(content);
        return root;
      }),
    );
  });
}

function hydrateIsland(element: Element, { component }: BrowserIsland, hydrateLater: HydrateIn): void {
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

/** Collects the page's content for each slot of the island, but not for slots of islands inside it. Removes templates. */
function takeSlots(element: Element): Map<string, StaticContent> {
  const slots = new Map<string, StaticContent>();
  for (const from of element.querySelectorAll(`${CHILDREN_TAG}, template[${SLOT_ATTRIBUTE}]`)) {
    const isTemplate = from instanceof HTMLTemplateElement;
    const isOwn = isTemplate ? from.parentElement === element : from.closest(ISLAND_TAG) === element;
    const name = from.getAttribute(SLOT_ATTRIBUTE) ?? 'children';
    if (!isOwn || slots.has(name)) continue;
    slots.set(name, { from, nodes: [...(isTemplate ? from.content : from).childNodes] });
    if (isTemplate) from.remove(); // the component does not render it, so it must be gone when React compares
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

type CreateRoot = (container: Element, content: ReactNode, options: RootOptions) => Root;

function mount(element: Element, component: ComponentType<object>, props: object, create: CreateRoot): void {
  const prefix = element.getAttribute(PREFIX_ATTRIBUTE) as string;
  const content = createElement(component, props);
  // Preact's own server stores the prefix of `useId` here.
  if (typeof SITEGEN_RUNTIME !== 'undefined' && SITEGEN_RUNTIME === 'preact') {
    Reflect.set(content, '__m', [prefix, 0]);
  }
  const restore = keepContent(element);
  const onFailure = () => {
    root.unmount();
    restore();
  };
  const root = create(
    element,
    createElement(FailureBoundary, { element, input: inputIn(element), onFailure }, content),
    {
      identifierPrefix: prefix,
      onCaughtError: () => {}, // React would report the error a second time; Preact does not.
    },
  );
}

/**
 * A component that fails removes its elements. To keep the content readable, its HTML is restored as the server rendered it,
 * around the same children.
 *
 * @returns a function that restores the HTML
 */
function keepContent(element: Element): () => void {
  const served = [...element.childNodes].map((node) => node.cloneNode(true));
  const children = [...element.querySelectorAll(CHILDREN_TAG)].map((slot) => [...slot.childNodes]);
  return () => {
    element.replaceChildren(...served);
    for (const [index, slot] of [...element.querySelectorAll(CHILDREN_TAG)].entries())
      slot.replaceChildren(...(children[index] ?? []));
  };
}

/** Content that an island displays but does not own. */
interface StaticContent {
  /** The element of the page that contains it. */
  readonly from: Element;
  readonly nodes: readonly Node[];
}

/** Lets React ignore the content. Always the same object: with a new one, React would write its content. */
const NOT_OURS = { __html: '' };

/**
 * Shows the page's content between an island's tags. The browser keeps only the nodes: an island that removes its children
 * and shows them again later gets the same nodes back.
 */
function StaticChildren({ from, nodes }: StaticContent): ReactNode {
  const shown = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!shown.current?.firstChild) shown.current?.append(...nodes);
  });
  // The effect fills a new element: a strict policy forbids writing HTML, even an empty string.
  const content = from.isConnected ? { dangerouslySetInnerHTML: NOT_OURS, suppressHydrationWarning: true } : {};
  return createElement(CHILDREN_TAG, { ...content, ref: shown });
}

interface BoundaryProps {
  readonly element: Element;
  /** The visitor's input in the island's controls when hydration started. */
  readonly input: ReadonlyMap<Element, () => void>;
  readonly onFailure: (error: unknown) => void;
  readonly children?: ReactNode;
}

/** Wraps each island in the browser. */
class FailureBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    const { element, input } = this.props;
    // For a control that was changed before, the first report is more accurate: hydration may have reset it.
    const reports = new Map([...inputIn(element), ...input]);
    // Deferred: React resets controls until it is done.
    queueMicrotask(() => reports.forEach((report) => report()));
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    queueMicrotask(() => this.props.onFailure(error)); // React cannot unmount while it renders
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** Decoders for values that `serialize-props.ts` has encoded, by type. */
const DECODERS: Readonly<Record<string, (value: never) => unknown>> = {
  BigInt,
  Date: (time: number) => new Date(time),
  Image: withText,
  Map: (entries: Iterable<[unknown, unknown]>) => new Map(entries),
  Number,
  Object: (entries: Iterable<[string, unknown]>) => Object.fromEntries(entries),
  Set: (items: Iterable<unknown>) => new Set(items),
  URL: (address: string) => new URL(address),
};

/** @param toSlot returns what a component receives for the slot of that name */
export function decodeProps(json: string, toSlot: (name: string) => unknown): object {
  return JSON.parse(json, (_key, value: { readonly $?: readonly [string, never] } | null) => {
    if (!value?.$) return value;
    const [type, content] = value.$;
    return type === 'slot' ? toSlot(content) : DECODERS[type]?.(content);
  }) as object;
}
