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
import { hydrateRoot, type RootOptions } from 'react-dom/client';
import type { IslandOptions } from '../api/contract.ts';
import { hydrateOnInteraction } from './interaction.ts';
import { inputIn } from './replay-input.ts';
import {
  CHILDREN_TAG,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PREFIX_ATTRIBUTE,
  PROPS_ATTRIBUTE,
} from './markup.ts';
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
  // `hydrate` is passed on, although it means nothing here: removing it would cost every visitor some bytes.
  const Plain = (props: Props & IslandOptions) => createElement(component, props);
  return Object.assign(Plain, { islandName: name, component });
}

/** Hydrates the islands on the page, each by its strategy. An island that fails shows a message and does not affect others. */
export function hydrateIslands(islands: readonly BrowserIsland[]): void {
  for (const element of document.querySelectorAll(ISLAND_TAG)) {
    const found = islands.find(({ islandName }) => islandName === element.getAttribute(NAME_ATTRIBUTE));
    if (!found) continue;
    const hydrate = () => hydrateIsland(element, found);
    hydrateWhen(element, element.getAttribute(HYDRATE_ATTRIBUTE), hydrate, () =>
      hydrateOnInteraction(element, () => flushSync(hydrate)),
    );
  }
}

/** The island is hydrated when this returns. */
export function hydrateNow(element: Element, found: BrowserIsland): void {
  flushSync(() => hydrateIsland(element, found));
}

function hydrateIsland(element: Element, { component }: BrowserIsland): void {
  const props = JSON.parse(element.getAttribute(PROPS_ATTRIBUTE) as string) as object;
  const from = ownChildren(element);
  const children = from && createElement(StaticChildren, { from, nodes: [...from.childNodes] });
  mount(element, component, children ? { ...props, children } : props, hydrateRoot);
}

type CreateRoot = (container: Element, content: ReactNode, options: RootOptions) => void;

export function mount(element: Element, component: ComponentType<object>, props: object, create: CreateRoot): void {
  const prefix = element.getAttribute(PREFIX_ATTRIBUTE) as string;
  const content = createElement(component, props);
  // Preact's own server stores the prefix of `useId` here.
  if (typeof SITEGEN_RUNTIME !== 'undefined' && SITEGEN_RUNTIME === 'preact') {
    Reflect.set(content, '__m', [prefix, 0]);
  }
  create(element, createElement(FailureBoundary, { element, input: inputIn(element) }, content), {
    identifierPrefix: prefix,
    onCaughtError: () => {}, // React would report the error a second time; Preact does not.
  });
}

/** The children of the island itself, not those of an island between its tags. */
function ownChildren(element: Element): Element | undefined {
  return [...element.querySelectorAll(CHILDREN_TAG)].find((candidate) => candidate.closest(ISLAND_TAG) === element);
}

/** What an island displays, and does not own. */
export interface StaticContent {
  /** Where the page contains it. */
  readonly from: Element;
  readonly nodes: readonly Node[];
}

/** Makes React ignore the content. The same object each time: React would write the content of a new one. */
const NOT_OURS = { __html: '' };

/**
 * What the page contains between an island's tags. The browser keeps only the nodes: an island that removes its children
 * and shows them again later gets the same nodes back.
 */
export function StaticChildren({ from, nodes }: StaticContent): ReactNode {
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
  /** What a visitor had entered into the island's controls when hydration started. */
  readonly input: ReadonlyMap<Element, () => void>;
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
    // For a control that was changed before, the first report knows more: hydration may have reset it.
    const reports = new Map([...inputIn(element), ...input]);
    // Later: React resets controls until it is done.
    queueMicrotask(() => reports.forEach((report) => report()));
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.failed
      ? createElement('p', { role: 'alert' }, 'Unexpected Application Error!')
      : this.props.children;
  }
}
