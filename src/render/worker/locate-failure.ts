import { findSourceMap } from 'node:module';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from '../../islands/server/react-dom-server.ts';
import { ownersNow } from '../../islands/server/render-context.ts';
import type { LocatedPlace } from '../../shared/page-tasks.ts';
import { placeOfOwners } from '../../react/locate.ts';

/** What was rendered when an error was thrown. Owned by `rememberFailure`. */
const elements = new WeakMap<object, ReactElement>();

/** @param element an element that cannot be rendered */
export function rememberFailure(error: unknown, element: ReactElement): void {
  if (error instanceof Error) elements.set(error, element);
}

/**
 * React's own errors, such as one about a `style` that is a string, have no line of the site in their stacks. Its streaming
 * renderer tells which element they are about: https://react.dev/reference/react/captureOwnerStack
 */
export async function locateFailure(root: string, error: unknown): Promise<LocatedPlace | undefined> {
  const element = error instanceof Error ? elements.get(error) : undefined;
  if (element === undefined) return undefined;
  const owners = await new Promise<string | undefined>((resolve) => {
    renderToPipeableStream(element, { onError: () => resolve(ownersNow()), onAllReady: () => resolve(undefined) });
  });
  return placeOfOwners(root, owners?.replace(POSITION, toSource));
}

/** `file:///project/.sitegen/build-1/server/entry-0.mjs:11:21` */
const POSITION = /([^\s()]+):(\d+):(\d+)/g;

/** This renderer writes stacks without source maps. */
function toSource(position: string, file: string, line: string, column: string): string {
  const entry = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (entry === undefined || !('originalSource' in entry)) return position;
  return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
