import type { Question } from './ask.ts';
import type { Sample } from './sample.ts';

/** Paths that do not exist; some are below existing ones. */
const UNKNOWN = [
  [
    'nope',
    'nope/',
    'nope.html',
    'nope.svg',
    'nope.webmanifest',
    'robots.txt.br',
    'not/a/page',
    'not/a/page/',
    'contact/nope',
    'contact/index.html/',
    'robots.txt/',
    'OLD/',
    'squ/',
    'hidden/',
  ],
  ['CONTACT/', 'deep/', 'deep', 'deep/er', 'assets/', 'assets', 'assets/none-ABCDEFGH.js', 'contact//', '/contact/'],
  [
    'deep/nope',
    'deep/er/nope/',
    'deep/er/nope.webmanifest',
    'deep/.hidden',
    'é 中 😀/nope.svg',
    `a$b (c)+;'&=@!,/nope`,
    'v1.2/nope',
    'v1x2/nope',
  ],
  ['nope é 中', '.hidden', '.hidden/', 'contact.html', '.well-known/', '.well-known/nope'],
  ['.sitegen', '.htaccess', '.nojekyll', '.env', '.git/config', '.git/', 'contact/.secret', '.well-known/.secret'],
].flat();

/** Every address of a site, as visitors may request it, and many that do not exist. */
export function questionsFor({ files, site }: Sample): Question[] {
  const { base, redirects, gone } = site;
  const pages = files
    .filter((file) => /(^|\/)index\.html$/.test(file))
    .map((file) => file.slice(0, -'index.html'.length));
  const moved = [...redirects.map(({ from }) => from), ...gone].flatMap((from) => [
    from.slice(1),
    from.slice(1).replace(/\/$/, ''),
  ]);
  const pageFiles = files.filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -'.html'.length));
  const inside = [
    ...files,
    ...pages,
    ...pageFiles.flatMap((name) => [name, `${name}/`]),
    ...pages.map((folder) => folder.slice(0, -1)),
    ...moved,
    ...UNKNOWN,
  ];
  const paths = [...new Set(inside.map((address) => base + address))];
  const outside = base === '/' ? [] : ['/', base.slice(0, -1), '/contact/', '/contact', '/not/a/page', '/nope'];
  const asked = (method: Question['method'], query: string) =>
    [...paths, ...outside].map((pathname): Question => ({ method, pathname, query }));
  return [
    ...asked('GET', ''),
    ...asked('GET', '?q=1&r=%C3%A9&b={path}&c=%{HTTP_HOST}&d=$uri&e=%0D%0A'),
    ...asked('HEAD', ''),
    ...asked('POST', ''),
  ];
}

/** The name of a question in failures. */
export function nameOf({ method, pathname, query }: Question): string {
  return `${method} ${pathname}${query}`;
}
