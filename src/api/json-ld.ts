import { createElement, type ReactElement } from 'react';

/**
 * Data about a page for search engines, from https://schema.org. No script, so no content security policy blocks it.
 *
 * @example
 * <JsonLd data={{ '@context': 'https://schema.org', '@type': 'Organization', name: 'Example Ltd' }} />
 */
export function JsonLd({ data }: { readonly data: object }): ReactElement {
  // The one character with which a text could end the element that it stands in.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return createElement('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: text } });
}
