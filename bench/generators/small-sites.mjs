/** The site of small-page.mjs for several generators: as many pages as `process.env.BENCH_PAGES` says, and a home page. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { writerIn } from './blogs.mjs';
import { bench, root } from './reference-site.mjs';
import { HOME, contentOf, countPages } from './small-page.mjs';

const rivals = path.join(bench, 'rivals');
const sitegen = `node ${root}/bin/sitegen.js`;
const content = `${bench}/generators/small-page.mjs`;

const SITEGEN = {
  'sitegen.config.ts': `export default { site: 'https://www.example.com' };`,
  'templates/shell.tsx': `export default ({ meta, children }) => (
  <html lang="en">
    <head><meta charSet="utf-8" /><title>{meta.title}</title><meta name="description" content={meta.description} /></head>
    <body>{children}</body>
  </html>
);`,
  'templates/page.tsx': `export const meta = ({ data: { title, description } }) => ({ title, description });
export const Page = ({ data: { title, text, links } }) => (
  <main><h1>{title}</h1><p>{text}</p><nav>{links.map(({ label, href }) => <a key={label} href={href}>{label}</a>)}</nav></main>
);`,
  'templates/pages/index.tsx': `import { HOME } from '${content}';
import { Page } from '../page.tsx';
export { meta } from '../page.tsx';
export const load = () => HOME;
export default Page;`,
  'templates/pages/[number].tsx': `import { contentOf, countPages } from '${content}';
import { Page } from '../page.tsx';
export { meta } from '../page.tsx';
export function* paths() {
  for (let number = 1; number <= countPages(); number += 1) yield { params: { number: String(number) } };
}
export const load = ({ params }) => contentOf(Number(params.number));
export default Page;`,
};

const ELEVENTY = {
  'eleventy.config.mjs': `export default function configure(config) {
  config.setQuietMode(true);
  return { dir: { input: 'pages', output: 'out' } };
}`,
  'pages/index.11ty.mjs': `import { HOME, htmlOf } from '${content}';
export const render = () => htmlOf(HOME);`,
  'pages/numbered.11ty.mjs': `import { contentOf, countPages, htmlOf } from '${content}';
export const data = {
  numbers: Array.from({ length: countPages() }, (_, index) => index + 1),
  pagination: { data: 'numbers', size: 1, alias: 'number' },
  permalink: ({ number }) => '/' + number + '/index.html',
};
export const render = ({ number }) => htmlOf(contentOf(number));`,
};

const HUGO_PAGE = `<!doctype html><html lang="en"><head><meta charSet="utf-8"/><title>{{ .Title }}</title>
{{- ""}}<meta name="description" content="{{ .Description }}"/></head>
{{- ""}}<body><main><h1>{{ .Title }}</h1><p>{{ .Params.text }}</p><nav>
{{- range .Params.links }}<a href="{{ .href }}">{{ .label }}</a>{{ end -}}
</nav></main></body></html>
`;

const HUGO = {
  'config.toml': `baseURL = "/"
disableKinds = ["404", "RSS", "section", "taxonomy", "term"]
disableHugoGeneratorInject = true`,
  'layouts/index.html': HUGO_PAGE,
  'layouts/_default/single.html': HUGO_PAGE,
  'content/_index.html': JSON.stringify(HOME),
};

/** `write` generates what cannot be computed during a build */
export const SMALL_SITES = {
  sitegen: {
    files: SITEGEN,
    packages: root,
    command: `${sitegen} build`,
  },
  eleventy: { files: ELEVENTY, packages: rivals, command: `${rivals}/node_modules/.bin/eleventy` },
  hugo: {
    files: HUGO,
    packages: rivals,
    command: 'hugo --quiet --destination out',
    write(write) {
      for (let number = 1; number <= countPages(); number += 1)
        write(`content/${number}.html`, JSON.stringify(contentOf(number)));
    },
  },
};

/** The output is in the folder's out/. */
export function writeSmallSite(name, folder) {
  const { files, packages, write } = SMALL_SITES[name];
  const writeFile = writerIn(folder);
  for (const [file, text] of Object.entries(files)) writeFile(file, text);
  writeFile('package.json', '{ "type": "module" }');
  symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  write?.(writeFile);
}
