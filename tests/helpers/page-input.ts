import type { PageInput } from '../../src/render/worker/render-page.ts';

/** The minimal input of a page. Its islands have a script. */
export function pageInput(given: Pick<PageInput, 'Page' | 'Shell'> & Partial<PageInput>): PageInput {
  return {
    Layouts: [],
    props: { path: '/', params: {}, props: undefined, data: undefined },
    meta: { title: 'T' },
    mark: undefined,
    runtime: 'react',
    lang: undefined,
    canonical: undefined,
    alternates: [],
    card: undefined,
    icons: [],
    stylesheet: undefined,
    script: '/islands.js',
    preloads: {},
    ...given,
  };
}
