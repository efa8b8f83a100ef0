/** The same blog for several generators: a page for each Markdown file, and a list of the latest. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { bench, root } from './reference-site.mjs';

const rivals = path.join(bench, 'rivals');
const bin = path.join(rivals, 'node_modules/.bin');

const CODE = `export function total(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value; // all of them
  return sum === 0 ? 0 : sum;
}`;

const WORDS =
  'river harbour letter morning window garden signal paper market bridge table winter number story field engine quiet simple early'.split(
    ' ',
  );

/** The same words for the same number: a sequence of remainders. */
function paragraph(seed, words) {
  const text = Array.from(
    { length: words },
    (_, index) => WORDS[(seed * 7 + index * index * 3 + index) % WORDS.length],
  );
  return `${text.join(' ')}.`;
}

/** @param image turns a name into an address: `a.jpg` */
function postOf(number, image, sentence) {
  return `---
title: Post ${number}
description: About post ${number}.
date: 2026-01-02
---

${bodyOf(number, image, sentence)}`;
}

/** 900 words in three parts. */
export function bodyOf(number, image, sentence) {
  const text = (part) => [1, 2, 3].map((one) => paragraph(number + part * 10 + one, 100)).join('\n\n');
  return `${sentence}${text(1)}

![A photograph](${image(`${number % 3}.jpg`)})

## Part two

${text(2)}

- **one**, and *two*
- [three](https://example.com/${number})

\`\`\`ts
${CODE}
\`\`\`

## Part three

${text(3)}

![Another photograph](${image(`${(number + 1) % 3}.jpg`)})
`;
}

const SITEGEN = {
  'sitegen.config.ts': `export default {};`,
  'lib/posts.ts': `import { href } from 'sitegen';
import { collection } from 'sitegen/content';
import * as v from 'valibot';
export const posts = collection('content/*.md', {
  schema: v.object({ title: v.string(), description: v.string(), date: v.string() }),
  path: ({ slug }) => href('/blog/[slug]', { slug }),
});`,
  'templates/shell.tsx': `export default ({ meta, stylesheet, children }) => (
  <html lang="en">
    <head><title>{meta.title}</title><meta name="description" content={meta.description} />{stylesheet && <link rel="stylesheet" href={stylesheet} />}</head>
    <body>{children}</body>
  </html>
);`,
  'templates/pages/blog/[slug].tsx': `import { posts } from '../../../lib/posts.ts';
export const paths = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }) => posts.get(params.slug);
export const meta = ({ data: { data } }) => ({ title: data.title, description: data.description });
export default ({ data: { data, Content } }) => <main><h1>{data.title}</h1><Content /></main>;`,
  'templates/pages/index.tsx': `import { posts } from '../../lib/posts.ts';
export const load = async () => (await posts.all()).slice(0, 20).map(({ path, data }) => ({ path, title: data.title }));
export const meta = { title: 'Blog', description: 'All posts.' };
export default ({ data }) => <main><h1>Blog</h1>{data.map(({ path, title }) => <a key={path} href={path}>{title}</a>)}</main>;`,
};

const ASTRO = {
  'astro.config.mjs': `export default { outDir: 'out', cacheDir: '.cache', devToolbar: { enabled: false }, vite: { cacheDir: '.vite' } };`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { glob } from 'astro/loaders';
export const collections = {
  posts: defineCollection({
    loader: glob({ pattern: '*.md', base: 'content' }),
    schema: z.object({ title: z.string(), description: z.string(), date: z.coerce.string() }),
  }),
};`,
  'src/pages/blog/[slug].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () =>
  (await getCollection('posts')).map((post) => ({ params: { slug: post.id }, props: { post } }));
const { post } = Astro.props;
const { Content } = await render(post);
---
<html lang="en"><head><title>{post.data.title}</title><meta name="description" content={post.data.description} /></head>
<body><main><h1>{post.data.title}</h1><Content /></main></body></html>`,
  'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
const posts = (await getCollection('posts')).slice(0, 20);
---
<html lang="en"><head><title>Blog</title></head><body><main><h1>Blog</h1>{posts.map((post) => <a href={\`/blog/\${post.id}/\`}>{post.data.title}</a>)}</main></body></html>`,
};

const ELEVENTY = {
  'eleventy.config.mjs': `import highlight from '@11ty/eleventy-plugin-syntaxhighlight';
import markdownIt from 'markdown-it';
const idOf = (text) => text.toLowerCase().replaceAll(/[^\\w]+/g, '-');
export default function configure(config) {
  config.setQuietMode(true);
  config.addPlugin(highlight);
  config.addPassthroughCopy({ images: 'images' });
  const library = markdownIt({ html: false });
  library.renderer.rules.heading_open = (tokens, index) =>
    '<' + tokens[index].tag + ' id="' + idOf(tokens[index + 1].content) + '">';
  config.setLibrary('md', library);
  return { dir: { input: 'content', includes: '../layouts', output: 'out' }, markdownTemplateEngine: false };
}`,
  'content/content.11tydata.js': `export default {
  layout: 'post.njk',
  tags: 'posts',
  permalink: ({ page }) => '/blog/' + page.fileSlug + '/index.html',
};`,
  'content/index.njk': `---
permalink: /index.html
layout: false
tags: []
---
<html lang="en"><body><main><h1>Blog</h1>{% for post in collections.posts | slice(20) | first %}<a href="{{ post.url }}">{{ post.data.title }}</a>{% endfor %}</main></body></html>`,
  'layouts/post.njk': `<html lang="en"><head><title>{{ title }}</title><meta name="description" content="{{ description }}"></head>
<body><main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>`,
};

const HUGO = {
  'config.toml': `baseURL = "/"
title = "Blog"
disableKinds = ["404", "RSS", "section", "sitemap", "taxonomy", "term"]`,
  'layouts/_default/single.html': `<html lang="en"><head><title>{{ .Title }}</title><meta name="description" content="{{ .Description }}"></head>
<body><main><h1>{{ .Title }}</h1>{{ .Content }}</main></body></html>`,
  'layouts/index.html': `<html lang="en"><body><main><h1>Blog</h1>{{ range first 20 site.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</main></body></html>`,
};

/** Three pictures of the same size. */
export async function pictures() {
  const colours = [0, 1, 2].map((number) => ({ r: 80 * number, g: 90, b: 120 }));
  const create = (background) => sharp({ create: { width: 960, height: 640, channels: 3, background } });
  return Promise.all(colours.map((background) => create(background).jpeg().toBuffer()));
}

const inContent = (number) => `content/post-${number}.md`;
const page = (number) => `blog/post-${number}/index.html`;

/** - `post`: the file of a post; `page`: its page in the output; `image`: the address of a picture in it; `images`: their folder */
export const BLOGS = {
  sitegen: {
    files: SITEGEN,
    packages: path.join(root, 'node_modules'),
    command: `node ${root}/bin/sitegen.js build`,
    out: 'out',
    caches: ['.sitegen'],
    post: inContent,
    page,
    // Content may publish files from its own folder only.
    image: (name) => `images/${name}`,
    images: 'content/images',
  },
  astro: {
    files: ASTRO,
    packages: path.join(rivals, 'node_modules'),
    // Astro 7 does not run on Node 20.
    command: `${rivals}/node_modules/node/bin/node ${rivals}/node_modules/astro/bin/astro.mjs build`,
    out: 'out',
    caches: ['.astro', '.cache', '.vite'],
    post: inContent,
    page,
    image: (name) => `../images/${name}`,
    images: 'images',
  },
  eleventy: {
    files: ELEVENTY,
    packages: path.join(rivals, 'node_modules'),
    command: `${bin}/eleventy`,
    out: 'out',
    caches: ['.cache'],
    post: inContent,
    page,
    image: (name) => `/images/${name}`,
    images: 'images',
  },
  hugo: {
    files: HUGO,
    packages: undefined,
    command: 'hugo --quiet --destination out',
    out: 'out',
    caches: ['resources', '.hugo_build.lock'],
    post: (number) => `content/blog/post-${number}.md`,
    page,
    image: (name) => `/images/${name}`,
    images: 'static/images',
  },
};

/** @returns how to build it: `name`, `cwd`, `env`, `tool`, and `edit`, which adds a sentence to a page */
export async function writeBlog(name, files, folder) {
  const tool = BLOGS[name];
  const cwd = path.join(folder, name);
  const write = writerIn(cwd);
  const edit = (number, sentence) => write(tool.post(number), postOf(number, tool.image, sentence));
  for (const [file, text] of Object.entries(tool.files)) write(file, text);
  for (let number = 1; number <= files; number += 1) edit(number, '');
  for (const [number, picture] of (await pictures()).entries()) write(`${tool.images}/${number}.jpg`, picture);
  write('package.json', '{ "type": "module" }');
  if (tool.packages !== undefined) symlinkSync(tool.packages, path.join(cwd, 'node_modules'));
  return { name, cwd, tool, env: environment(), edit };
}

/** @returns a function that writes a file in a folder */
export function writerIn(folder) {
  return (file, contents) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), contents);
  };
}

/** Of each build. */
export function environment() {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, CI: '1', NO_COLOR: '1', NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
}
