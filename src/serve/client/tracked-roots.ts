/** Replaces `react-dom/client` in the islands' runtime in `sitegen serve`, so that a root can be found by its element. */
import { createRoot as create, hydrateRoot as hydrate, type Root, type RootOptions } from 'react-dom/client';
import { cloneElement, type ReactElement } from 'react';
import { NAME_ATTRIBUTE } from '../../islands/markup.ts';
import { registry } from './island-registry.ts';

/** The boundary around an island. */
type Boundary = ReactElement<{ readonly onFailure: (error: unknown) => void }>;

export function hydrateRoot(container: Element, content: Boundary, options: RootOptions): Root {
  return track(container, hydrate(container, reported(content), explained(container, options)));
}

export function createRoot(container: Element, options: RootOptions): Root {
  const root = track(container, create(container, explained(container, options)));
  return { render: (content) => root.render(reported(content as Boundary)), unmount: () => root.unmount() };
}

function reported(content: Boundary): Boundary {
  const { onFailure } = content.props;
  return cloneElement(content, {
    onFailure: (error: unknown) => {
      registry.onError?.(error);
      onFailure(error);
    },
  });
}

function track(container: Element, root: Root): Root {
  registry.roots.set(container, root);
  return root;
}

/** The runtime reports only errors; this adds the components that threw them. */
function explained(container: Element, options: RootOptions): RootOptions {
  const name = container.getAttribute(NAME_ATTRIBUTE);
  return {
    ...options,
    onCaughtError: (_error, { componentStack }) => {
      console.error(`The error above was thrown in the island "${name}":\n${componentStack?.trimEnd()}`);
    },
  };
}
