/** The templates and hosts that `init` offers. */
import type { HostName } from '../api/host.ts';

import type sitegen from '../../package.json';

interface Template {
  /** As listed by `--help`. */
  readonly description: string;
  /** Where to start writing: a sentence in Markdown. */
  readonly start: string;
  /** From the folder of the sitegen package. */
  readonly folder: string;
  /** Packages that the site needs, most of them optional peers of sitegen. */
  readonly packages: readonly (keyof (typeof sitegen.peerDependencies & typeof sitegen.devDependencies))[];
}

const NAMES = 'Fill in the placeholders in `templates/site.ts`: the name of the site, its address, and others.';

/** In the order of `--help`. The first is the default. */
export const TEMPLATES = {
  minimal: {
    description: 'two pages and an island',
    start: 'Start with the home page, `templates/pages/index.tsx`.',
    folder: 'examples/minimal',
    packages: [],
  },
  site: {
    description: 'a marketing site: home, pricing, a contact form',
    start: `Pages are in \`templates/pages\`. ${NAMES}`,
    folder: 'examples/site',
    packages: [],
  },
  blog: {
    description: 'a blog: Markdown, tags, pictures, drafts and a feed',
    start: `Posts are in \`content/posts\`. ${NAMES}`,
    folder: 'examples/blog',
    packages: ['markdown-it', '@mdx-js/mdx', 'remark-directive', 'remark-gfm', 'yaml', 'shiki', 'sharp', 'valibot'],
  },
  docs: {
    description: 'documentation: a sidebar, search, an outline and dark colours',
    start: `Pages are in \`content/docs\`. ${NAMES}`,
    folder: 'examples/docs',
    packages: [
      'markdown-it',
      '@mdx-js/mdx',
      'remark-directive',
      'remark-gfm',
      'yaml',
      'shiki',
      'valibot',
      'minisearch',
      'hast-util-from-html',
      'hast-util-to-mdast',
      'mdast-util-gfm',
      'mdast-util-to-markdown',
    ],
  },
  consultancy: {
    description: 'the website of a consultancy, with placeholders for what only its owner knows',
    start: 'Pages are in `templates/pages`. A build lists the placeholders to fill in.',
    folder: '.',
    packages: ['@resvg/resvg-js'],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

/** In the order of `--help`. */
export const INIT_HOSTS = [
  'github',
  'cloudflare',
  'cloudflare-workers',
  'netlify',
  'vercel',
  's3',
] as const satisfies readonly HostName[];

export type InitHost = (typeof INIT_HOSTS)[number];
