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
import { hydrateRoot } from 'react-dom/client';
import type { IslandOptions } from '../api/contract.ts';
import { inputIn } from './replay-input.ts';
import {
  CHILDREN_TAG,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PREFIX_ATTRIBUTE,
  PROPS_ATTRIBUTE,
} from './protocol.ts';
import { wakeWhen } from './hydrate-when.ts';

/** Set by the build. Absent in a test. */
declare const SITEGEN_RUNTIME: 'react' | 'preact' | undefined;

/** An island as the browser knows it. Used inside another island it is a plain part of it. */
export interface BrowserIsland<Props = object> extends FunctionComponent<Props & IslandOptions> {
  islandName: string;
  component: ComponentType<Props>;
}

/** The browser's half of `island`. */
export function island<Props extends object>(name: string, component: ComponentType<Props>): BrowserIsland<Props> {
  // `hydrate` goes along, where it means nothing: taking it out would cost every visitor some bytes.
  const Plain = (props: Props & IslandOptions) => createElement(component, props);
  return Object.assign(Plain, { islandName: name, component });
}

/** Does the same for islands that are scripts of their own: only those that the page holds are loaded, all at once. */
export function hydrateAsNeeded(loaders: Readonly<Record<string, () => Promise<{ default: BrowserIsland }>>>): void {
  for (const [name, load] of Object.entries(loaders)) {
    if (document.querySelector(`${ISLAND_TAG}[${NAME_ATTRIBUTE}=${CSS.escape(name)}]`) === null) continue;
    load().then((module) => hydrateIslands([module.default]), console.error);
  }
}

/**
 * Wakes the islands that a page holds, each when its turn comes. One that fails says so in its own place and stops no other.
 */
export function hydrateIslands(islands: readonly BrowserIsland[]): void {
  for (const element of document.querySelectorAll(ISLAND_TAG)) {
    const found = islands.find(({ islandName }) => islandName === element.getAttribute(NAME_ATTRIBUTE));
    const wakeUp = () => wake(element, found as BrowserIsland);
    if (found) wakeWhen(element, element.getAttribute(HYDRATE_ATTRIBUTE), wakeUp, () => flushSync(wakeUp));
  }
}

/** Wakes one island, now. */
export function wake(element: Element, { component }: BrowserIsland): void {
  const read = (attribute: string) => element.getAttribute(attribute) as string;
  const props = JSON.parse(read(PROPS_ATTRIBUTE)) as object;
  const from = ownChildren(element);
  const children = from && createElement(StaticChildren, { from, nodes: [...from.childNodes] });
  const content = createElement(component, children ? { ...props, children } : props);
  // Where Preact looks for what its `useId` begins with, for the sake of its own server.
  if (typeof SITEGEN_RUNTIME !== 'undefined' && SITEGEN_RUNTIME === 'preact') {
    Object.assign(content, { __m: [read(PREFIX_ATTRIBUTE), 0] });
  }
  hydrateRoot(element, createElement(FailureBoundary, { element, input: inputIn(element) }, content), {
    identifierPrefix: read(PREFIX_ATTRIBUTE),
    onCaughtError: () => {}, // React would report what the boundary reports already; Preact does not.
  });
}

/** Those of the island itself, not those of an island between its tags. */
function ownChildren(element: Element): Element | undefined {
  return [...element.querySelectorAll(CHILDREN_TAG)].find((candidate) => candidate.closest(ISLAND_TAG) === element);
}

/** Tells React that what is inside is none of its business. The same object each time: a new one would be written. */
const NOT_OURS = { __html: '' };

/**
 * What the page has put between an island's tags. It is not known here, only kept: an island that takes its children away
 * and shows them again later gets the same nodes back.
 */
function StaticChildren({ from, nodes }: { from: Element; nodes: readonly Node[] }) {
  const shown = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!shown.current?.firstChild) shown.current?.append(...nodes);
  });
  // A new element is filled by us: writing HTML, even none, is what a strict policy forbids.
  const content = from.isConnected ? { dangerouslySetInnerHTML: NOT_OURS, suppressHydrationWarning: true } : {};
  return createElement(CHILDREN_TAG, { ...content, ref: shown });
}

interface BoundaryProps {
  readonly element: Element;
  /** What a visitor had done to the island's controls when it began to wake. */
  readonly input: ReadonlyMap<Element, () => void>;
  readonly children?: ReactNode;
}

/** What is around an island in the browser. */
class FailureBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    const { element, input } = this.props;
    // Of a control that has been touched before, the first report knows more: waking may have put it back.
    const reports = new Map([...inputIn(element), ...input]).values();
    // Not now: React puts controls back as long as it is not done.
    queueMicrotask(() => {
      for (const report of reports) report();
    });
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
