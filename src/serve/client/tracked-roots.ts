/** Replaces `react-dom/client` in the islands' runtime in `sitegen serve`, so that a root can be found by its element. */
import { createRoot as create, hydrateRoot as hydrate, type Root, type RootOptions } from 'react-dom/client';
import type { ReactNode } from 'react';
import { NAME_ATTRIBUTE } from '../../islands/markup.ts';
import { registry } from './island-registry.ts';

export function hydrateRoot(container: Element, content: ReactNode, options: RootOptions): Root {
  return track(container, hydrate(container, content, explained(container, options)));
}

export function createRoot(container: Element, options: RootOptions): Root {
  return track(container, create(container, explained(container, options)));
}

function track(container: Element, root: Root): Root {
  registry.roots.set(container, root);
  return root;
}

/** The runtime reports errors alone; this adds the components in which they were thrown. */
function explained(container: Element, options: RootOptions): RootOptions {
  const name = container.getAttribute(NAME_ATTRIBUTE);
  return {
    ...options,
    onCaughtError: (_error, { componentStack }) => {
      console.error(`The error above was thrown in the island "${name}":\n${componentStack?.trimEnd()}`);
    },
  };
}
