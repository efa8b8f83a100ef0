import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'cheerio';
import type { HostedSite } from '../../../src/api/host.ts';
import { siteHeaders } from '../../../src/hosts/headers.ts';
import { createProject, page, type Project } from '../../helpers/project.ts';
import { sitegenProcess } from '../../helpers/run.ts';

/** A built site with everything that servers are known to treat differently. */
export interface Sample {
  readonly project: Project;
  /** The root folder of a server: the site is in it at its base. Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly out: string;
  /** Files for visitors, from `out`. */
  readonly files: readonly string[];
  readonly site: HostedSite;
}

const HOSTS = ['apache', 'cloudflare', 'cloudfront', 'github', 'netlify', 'nginx', 's3', 'vercel'];

/** As written in the config. */
const REDIRECTS = {
  '/old/': '/contact/',
  '/old-file.html': '/deep/er/page/',
  '/away': 'https://example.org/x?y=1&z=%20#top',
  '/part/': '/contact/#part',
  '/früher/': '/é 中 😀/'.replaceAll(' ', '%20'),
  '/asked/': '/contact/?from=asked',
  '/v1.1/': '/v1.2/',
  '/r%26d/': '/contact/',
  '/a%2Bb%2C(c)': '/contact/',
  '/%40x%3Ay%3D%24z%3B/': '/contact/',
  '/one%20two/': '/contact/',
  '/sq[uare]/': '/contact/?a={z}&b=%7Bz%7D&c={http.request.uri}',
  '/br%7Bace%7D/': 'https://example.org/?a={z}&b={$PATH}&c=${PATH}&d=$1&e=$uri&f=\\g#^|`{h}',
  '/{$PATH}/': '/contact/?a=%25&b=%1&c=%{HTTP_HOST}#*',
  '/x{2}^|~`/': '/contact/',
  [`/it's"so"<>/`]: '/contact/',
  '/.hidden-once/': '/contact/',
  '/HIDDEN/': '/contact/',
  '/a:b/': 'https://example.org/:b/',
  '/insecure/': 'http://example.org/',
};

/** Addresses that no longer exist, with characters that are special in the configuration of some host. */
const GONE = [
  '/closed/',
  '/closed-file.html',
  '/früher zu/',
  '/a+b(c)/',
  '/{closed}/',
  `/"it's" $x;/`,
  '/c:d/',
  '/deep/closed/',
];

/** Header values with all characters that are special in the configuration of some host. */
const ODD = {
  'X-Sample': String.raw`it's "so"; a, \b \" 100% %{x}e {y} {"z": 1} #end \ `.trim(),
  'X-Escapes': String.raw`\n \t \r \\ \x41 \; %20 %s <>`,
  'X-Braces': String.raw`{path} {args.0} \{path\} } {http.request.uri}`,
  'X-Closing': '}',
  'X-Backtick': '`"{path}`',
  'X-Backtick-Quote': String.raw`\"` + '`',
};

const PRESS = `import { useState } from 'react';
import { island } from 'sitegen';

export default island('press', function Press() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
});
`;

const SHELL = `import type { ShellProps } from 'sitegen';

export default function Shell({ meta, stylesheet, script, children }: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' data:" />
        <title>{meta.title}</title>
        <meta name="description" content={meta.description} />
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {script && <script type="module" src={script} />}
      </head>
      <body>{children}</body>
    </html>
  );
}
`;

/** A file of each type that some server has no name for, and of the types that all sites have. */
const PUBLIC = [
  ['robots.txt', 'feed.xml', 'data.json', 'site.webmanifest', 'drawing.svg', 'module.mjs', 'plain.js', 'plain.css'],
  ['plain.html', 'source.js.map', 'font.woff2', 'font.woff', 'program.wasm', 'photo.avif', 'photo.webp', 'photo.png'],
  ['photo.jpg', 'favicon.ico', 'paper.pdf', 'film.mp4', 'film.webm', 'sound.mp3', 'table.csv', 'words.vtt', 'a.zip'],
  ['read.md', 'calendar.ics', 'no-ending', '.well-known/security.txt', '.well-known/no-ending', '.nojekyll'],
  ['é 中 😀 #1 50%.txt', 'c++ & r;@.txt', 'folder/index.txt', 'page.de.html'],
].flat();

/** Folders with their own not-found page, the innermost first. */
const ERROR_FOLDERS = [`/a$b (c)+;'&=@!,/`, '/deep/er/', '/é 中 😀/', '/deep/', '/v1.2/'];

/** In `out` by mistake: a build does not publish them. */
const HIDDEN = ['.env', '.git/config', 'contact/.secret', '.well-known/.secret'];

/**
 * Builds the sample. The caller removes the project's folder.
 * | @param more for its config
 */
export async function buildSample(base: string, more: Readonly<Record<string, unknown>> = {}): Promise<Sample> {
  const out = path.posix.join('www', base);
  const { trailingSlash = true } = more as { trailingSlash?: boolean };
  const redirects = Object.fromEntries(
    Object.entries(REDIRECTS).map(([from, to]) => [from, trailingSlash ? to : to.replace(/(?!^)\/(?=[?#]|$)/, '')]),
  );
  const config = {
    base,
    out,
    site: 'https://www.example.com',
    hosts: HOSTS,
    redirects,
    gone: GONE.map(encodeURI),
    ...more,
  };
  const withMark = `import mark from '../images/mark.svg';\nimport Press from '../islands/press.tsx';`;
  const project = await createProject({
    'sitegen.config.ts': `export default ${JSON.stringify({ ...config, headers: ODD })};`,
    'templates/shell.tsx': SHELL,
    'templates/site.css': 'h1 { color: red }',
    'templates/images/mark.svg': `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${'mark '.repeat(2000)}--></svg>`,
    'templates/islands/press.tsx': PRESS,
    'templates/pages/index.tsx': page('Home', '<img {...mark} alt="" /><Press />', withMark),
    'templates/pages/contact.tsx': page('Contact', ''),
    'templates/pages/deep/er/page.tsx': page('Deep', ''),
    'templates/pages/v1.2.tsx': page('Version', ''),
    'templates/pages/é 中 😀.tsx': page('Letters', ''),
    'templates/pages/404.tsx': page('Not found', ''),
    'templates/pages/500.tsx': page('Broken', ''),
    ...Object.fromEntries(
      ERROR_FOLDERS.map((folder) => [`templates/pages${folder}404.tsx`, page(`Not found in ${folder}`, '')]),
    ),
    ...Object.fromEntries(PUBLIC.map((name) => [`public/${name}`, `This is ${name}. `.repeat(100)])),
  });
  const { code, stderr } = await sitegenProcess(project.root, 'build');
  if (code !== 0) throw new Error(stderr);
  await chmod(project.root, 0o755); // servers started by root read files as another user
  await project.write(Object.fromEntries(HIDDEN.map((name) => [path.join(out, name), 'Nobody is meant to see this.'])));
  const policy = load(await project.read(path.join(out, 'index.html')))(
    'meta[http-equiv=Content-Security-Policy]',
  ).attr('content');
  return {
    project,
    root: path.join(project.root, 'www'),
    out: path.join(project.root, out),
    files: (await project.list(out)).filter((file) => !/\.(br|gz|zst)$/.test(file)),
    site: {
      base,
      out,
      pagePolicy: policy,
      headers: siteHeaders(ODD, new Set([policy ?? ''])),
      redirects: Object.entries(redirects).map(([from, to]) => ({ from: decodeURIComponent(from), to })),
      gone: GONE,
      errorFolders: ERROR_FOLDERS,
      elsewhere: [],
      trailingSlash,
    },
  };
}
