import { Component, createElement, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ISLAND_TAG, NAME_ATTRIBUTE, PREFIX_ATTRIBUTE, PROPS_ATTRIBUTE } from './markers.ts';

/** An island's component as the browser knows it. */
interface Island<Props> extends FunctionComponent<Props> {
  islandName: string;
}

/** The browser's half of `island`: the component, with its name. Used inside another island it is a plain part of it. */
export function island<Props extends object>(name: string, component: ComponentType<Props>): Island<Props> {
  const Plain = (props: Props) => createElement(component, props);
  Plain.islandName = name;
  return Plain;
}

/** Wakes the islands that the page holds. One that fails says so in its own place and stops no other. */
export function hydrateIslands(islands: readonly Island<object>[]): void {
  for (const element of document.querySelectorAll(ISLAND_TAG)) {
    const name = element.getAttribute(NAME_ATTRIBUTE);
    const component = islands.find((candidate) => candidate.islandName === name);
    if (component === undefined) {
      console.error(`This page's script holds no island named "${name}".`);
      continue;
    }
    const props = JSON.parse(element.getAttribute(PROPS_ATTRIBUTE) ?? '{}') as object;
    hydrateRoot(element, createElement(FailureBoundary, null, createElement(component, props)), {
      identifierPrefix: element.getAttribute(PREFIX_ATTRIBUTE) ?? '',
      onCaughtError: () => {}, // React would report what the boundary reports already; Preact does not.
    });
  }
}

class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
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
