import { createElement, type ReactElement } from 'react';

/**
 * Structured data for search engines, see https://schema.org. It is not executed, so no content security policy blocks it.
 *
 * @example
 * <JsonLd data={{ '@context': 'https://schema.org', '@type': 'Organization', name: 'Example Ltd' }} />
 */
export function JsonLd({ data }: { readonly data: object }): ReactElement {
  // The only character with which the text could end its element.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return createElement('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: text } });
}
