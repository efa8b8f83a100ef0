/** Files that are not code, in modules and stylesheets. */
import { rename, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { jpeg } from '../helpers/images.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { startServeProcess } from '../helpers/serve.ts';
import { untilHtml } from '../helpers/watching.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" stroke-width="1"><path d="M0 0h8"/></svg>';

const ENDINGS = 'MP3 ogg wav vtt wasm glb csv mov m4v jxl tiff webmanifest txt zip unknown-2'.split(' ');

const imports = ENDINGS.map((ending, index) => `import file${index} from '../files/a.${ending}';`).join('\n');
const files = `{[${ENDINGS.map((_, index) => `file${index}`).join(', ')}].map((file) => <a key={file} href={file}>{file}</a>)}`;

const ISLAND = `import { island } from 'sitegen';
import photo from '../files/a.JPG';
import other from '../files/same/A.jpg';
import Drawing from '../files/dot.svg?react';
import text from '../files/note.md?raw';
export default island('all', () => <b><Drawing className="inside" /><img {...photo} alt="" /><img {...other} alt="" />{text}</b>);`;

test('build publishes every file that modules and stylesheets refer to, whatever its extension', async () => {
  const project = await makeProject({
    ...Object.fromEntries(ENDINGS.map((ending) => [`templates/files/a.${ending}`, `a ${ending}`])),
    'templates/files/a.JPG': await jpeg(4, 3),
    'templates/files/same/A.jpg': await jpeg(3, 4),
    'templates/files/dot.svg': SVG,
    'templates/files/note.md': '# <Note>',
    'templates/files/data.json': '{"a":1}',
    'templates/files/font.WOFF2': 'font',
    'templates/files/tree.glb': 'tree',
    'templates/islands/all.tsx': ISLAND,
    'templates/site.css': `@font-face { font-family: A; src: url(files/font.WOFF2) }
p { cursor: url("./files/tree.glb?v=1#b"), auto; mask: url(#c) }`,
    'templates/pages/index.tsx': page(
      'Home',
      `${files}<All /><Drawing width={9} strokeWidth="2" className="page" /><pre>{[text, rows, inline, menu, code, icon].join(' ')}</pre>`,
      `${imports}
import All from '../islands/all';
import Drawing from '../files/dot.svg?react';
import text from '../files/note.md?raw';
import rows from '../files/data.json?url';
import inline from '../files/dot.svg?inline';
import menu from '../files/dot.svg#menu';
import code from '../small.ts?raw';
import icon from '../files/dot.svg?url';`,
    ),
    'templates/small.ts': 'export const a: number = 1;',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  const html = await project.read('out/index.html');
  const published = await project.list('out/assets');
  for (const ending of ENDINGS) {
    const name = published.find((one) => /^a-\w{8}\.[\w-]+$/.test(one) && one.endsWith(`.${ending.toLowerCase()}`));
    expect(await project.read(`out/assets/${name}`)).toBe(`a ${ending}`);
    expect(html).toContain(`href="/assets/${name}"`);
  }
  expect(html).toContain('<svg width="9" stroke-width="2" class="page"><path d="M0 0h8"></path></svg>');
  expect(html).toContain('<svg width="8" stroke-width="1" class="inside"><path d="M0 0h8"></path></svg>');
  expect(html).toMatch(
    /<pre># &lt;Note&gt; \/assets\/data-\w{8}\.json data:image\/svg\+xml;charset=utf-8;base64,[\w+/=]+ \/assets\/dot-\w{8}\.svg#menu export const a: number = 1; \/assets\/dot-\w{8}\.svg<\/pre>/,
  );
  const css = await project.read(`out/assets/${published.find((name) => name.endsWith('.css'))}`);
  expect(css).toMatch(/url\(\/assets\/font-\w{8}\.woff2\)/);
  expect(css).toMatch(/url\("?\/assets\/tree-\w{8}\.glb\?v=1#b"?\)/);
  expect(published).toHaveLength(
    ENDINGS.length + ['a.JPG', 'A.jpg', 'dot', 'data', 'font', 'tree', 'css', 'js'].length,
  );
});

const ANY_CASE = `import { island } from 'sitegen';
import data from '../x/data.json';
import styles from '../x/menu.module.css';
import license from '../x/LICENSE';
import small from '../x/small.ts?url';
import text from '../x/small.ts' with { type: 'text' };
import note from '../x/note.md' with { type: 'text' };
import bytes from '../x/note.md' with { type: 'bytes' };
import json from '../x/data.json' with { type: 'text' };
import css from '../x/menu.module.css' with { type: 'text' };
import drawing from '../x/DOT.SVG' with { type: 'text' };
import photo from '../x/photo.PNG';
import { small as value } from '../x/small.ts';
import '../x/plain.css';
const all = [data.a, styles.root, license, small, text, note, json, css, drawing, photo.width, value, bytes.join()];
export const ALL = all.join('|');
export default island('any-case', () => <pre>{ALL}</pre>);`;

test('an import means the same in pages and islands, whatever the case of the ending of an asset; any file has a text and an address', async () => {
  const CODE = 'export const small: number = 1;';
  const URLS = ['small.ts', 'menu.module.css', 'data.json', 'note.md', 'LICENSE', 'page.mdx'];
  const project = await makeProject({
    'templates/x/data.json': '{"a":41}',
    'templates/x/menu.module.css': '.root { color: red }',
    'templates/x/plain.css': '.plain { color: blue }',
    'templates/x/LICENSE': 'throw new Error("code")',
    'templates/x/small.ts': CODE,
    'templates/x/note.md': '# Note',
    'templates/x/page.mdx': '# Page',
    'templates/x/DOT.SVG': SVG,
    'templates/x/photo.PNG': await jpeg(4, 3),
    'templates/islands/any-case.tsx': ANY_CASE,
    'templates/pages/index.tsx': page(
      'Home',
      '<AnyCase /><p>{ALL}</p>{addresses.map((one) => <a key={one} href={one}>a</a>)}',
      `import AnyCase, { ALL } from '../islands/any-case.tsx';
${URLS.map((name, index) => `import a${index} from '../x/${name}?url';`).join('\n')}
const addresses = [${URLS.map((_, index) => `a${index}`).join(', ')}];`,
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  const html = await project.read('out/index.html');
  const published = await project.list('out/assets');
  const addressOf = (name: string) => published.find((one) => one.startsWith(name.replace(/\.\w+$/, '-'))) ?? '';
  for (const name of URLS)
    expect(await project.read(`out/assets/${addressOf(name)}`)).toBe(await project.read(`templates/x/${name}`));
  const [, shown = ''] = /<p>(.*?)<\/p>/.exec(html) ?? [];
  const values = shown.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').split('|');
  const scope = /^menu_[\da-f]{8}_root$/.exec(values[1] ?? '')?.[0] ?? '';
  expect(values).toEqual([
    '41',
    scope,
    `/assets/${addressOf('LICENSE')}`,
    `/assets/${addressOf('small.ts')}`,
    CODE,
    '# Note',
    '{"a":41}',
    '.root { color: red }',
    SVG,
    '4',
    '1',
    [...Buffer.from('# Note')].join(),
  ]);
  expect(html).toContain(`<pre>${shown}</pre>`);
  const outputs = await Promise.all(published.map(async (name) => [name, await project.read(`out/assets/${name}`)]));
  const css = outputs.find(([name]) => name?.startsWith('site-'))?.[1];
  expect(css).toContain(`.${scope}{color:red}`);
  expect(css).toContain('.plain{');
  const script = outputs.find(([name]) => name?.startsWith('islands-'))?.[1];
  for (const part of [scope, addressOf('LICENSE'), '# Note', '{"a":41}']) expect(script).toContain(part);
});

const MISTAKES: Readonly<Record<string, string>> = {
  './w.ts?worker': '"?worker"',
  './w.TS': 'No loader is configured for ".TS"',
  './a.css?inline': '"?inline"',
  './page.svelte': '".svelte"',
  './data.yaml': '".yaml"',
  './note.md?react': '"note.md"',
  './gone.glb?url': 'Could not resolve',
  './script.svg?react': '"script.svg" contains a script',
  './text.jpg': '"text.jpg" is not an image',
  './text.svg': '"text.svg" is not an image',
};

test('build reports imports that would not give what the code expects, with their lines', async () => {
  const lines = Object.keys(MISTAKES).map((specifier, index) => `import a${index} from '../x/${specifier.slice(2)}';`);
  const names = ['w.ts', 'w.TS', 'a.css', 'page.svelte', 'data.yaml', 'note.md', 'text.jpg', 'text.svg'];
  const project = await makeProject({
    ...Object.fromEntries(names.map((name) => [`templates/x/${name}`, ''])),
    'templates/x/script.svg': '<svg><script>1</script></svg>',
    'templates/pages/index.tsx': `${lines.join('\n')}
export const meta = { title: 'Home', description: 'x' };
export default () => <h1>{[${lines.map((_, index) => `a${index}`).join(', ')}].length}</h1>;`,
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;

  expect(code).toBe(1);
  const found = diagnostics.filter(({ place }) => place?.file === 'templates/pages/index.tsx');
  expect(found.map(({ place }) => place?.line)).toEqual(lines.map((_, index) => index + 1));
  Object.values(MISTAKES).forEach((text, index) => expect(found[index]?.message).toContain(text));
});

test('build reports globs that are not literals, with their lines', async () => {
  const globs = [
    'import.meta.glob(String(data))',
    'import.meta.glob(`../x/${data}.md`)',
    "import.meta.glob('x/*.md')",
    "import.meta.glob('../x/*.md', { as: 'raw' })",
    "import.meta.glob<string>('../x/*.md', { eager: data })",
    'import.meta.glob',
    'import.meta.glob([])',
    "import.meta.glob('../x/*.md', ...data)",
    "import.meta.glob('../x/*.md', { query: { raw: true } })",
  ];
  const project = await makeProject({
    'templates/pages/index.tsx': `// import.meta.glob('../x/' + comment)
export const meta = { title: 'Globs', description: 'y' };
export const load = (data: any) => [
${globs.join(',\n')},
import.meta.glob('../nothing/*.md')
];
export default () => <h1>Globs</h1>;`,
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;

  expect(code).toBe(1);
  expect(diagnostics.map(({ place }) => `${place?.file}:${place?.line}:${place?.column}`)).toEqual(
    globs.map((_, index) => `templates/pages/index.tsx:${index + 4}:1`),
  );
});

const GLOBS = `
const eager = import.meta.glob<any>('./posts/*.json', { eager: true });
const titles = import.meta.glob(['./posts/*.json', '!**/b.json'], { eager: true, import: 'title' });
const raw = import.meta.glob(
  // with a comment
  \`/templates/[slug]/posts/*.{md,txt}\`, { query: '?raw', import: 'default', eager: true, },
);
const lazy = import.meta
  .glob<string>(['./posts/**/*.json', '../../outside/*.json'], { import: 'default' });
const urls = import.meta.glob('../[[]slug]/posts/a.json', { eager: true, query: 'url', import: 'default' });
const none = import.meta.glob('./posts/*.gone');
const text = "import.meta.glob('./posts/*.txt')";
const address = new URL('./posts/a.json', import.meta.url).href.slice(-17);
export const all = { titles, eager: Object.entries(eager).map(([key, { default: { title } }]) => key + title), raw, urls, none, address };
export const load = async () => Object.fromEntries(await Promise.all(Object.entries(lazy).map(async ([key, read]) => [key, await read()])));
`;

test('build imports the files that match a glob, in pages and islands', async () => {
  const project = await makeProject({
    'templates/[slug]/all.ts': GLOBS,
    'templates/[slug]/posts/a.json': '{"title":"A"}',
    'templates/[slug]/posts/b.json': '{"title":"B"}',
    'templates/[slug]/posts/deep/c.json': '{"title":"C"}',
    'templates/[slug]/posts/.hidden.json': '{"title":"hidden"}',
    'templates/[slug]/posts/d.md': '# D',
    'templates/[slug]/posts/e.txt': 'E',
    'outside/f.json': '{"title":"F"}',
    'templates/pages/index.tsx': page(
      'Home',
      '<pre>{JSON.stringify({ ...all, data })}</pre><List />',
      `import { all, load } from '../[slug]/all';\nimport List from '../islands/list';\nexport { load };`,
    ),
    'templates/islands/list.tsx': `import { island } from 'sitegen';
const titles = import.meta.glob<string>('../*/posts/*.json', { eager: true, import: 'title' });
const lazy = import.meta.glob('../*/posts/*.md', { query: '?raw' });
export default island('list', () => <b>{[...Object.values(titles), ...Object.keys(lazy)].join()}</b>);`,
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  const html = await project.read('out/index.html');
  const shown = JSON.parse(/<pre>(.*)<\/pre>/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '') as unknown;
  expect(shown).toEqual({
    eager: ['./posts/a.jsonA', './posts/b.jsonB'],
    titles: { './posts/a.json': 'A' },
    raw: { '/templates/[slug]/posts/d.md': '# D', '/templates/[slug]/posts/e.txt': 'E' },
    urls: { './posts/a.json': expect.stringMatching(/^\/assets\/a-\w{8}\.json$/) },
    none: {},
    address: 'slug%5D/posts/a.json'.slice(-17),
    data: {
      './posts/a.json': { title: 'A' },
      './posts/b.json': { title: 'B' },
      './posts/deep/c.json': { title: 'C' },
      '../../outside/f.json': { title: 'F' },
    },
  });
  expect(html).toContain('<b>A,B,../[slug]/posts/d.md</b>');
});

test('serve picks up new files that match a glob, and changed assets', async () => {
  const project = await makeProject({
    'templates/posts/a.json': '{"title":"A"}',
    'templates/posts/photo.JPG': await jpeg(4, 3),
    'templates/pages/index.tsx': page(
      'Home',
      '<b>{Object.values(titles).join()}</b><img {...photo} alt="" />',
      `import photo from '../posts/photo.JPG';
const titles = import.meta.glob<string>('../posts/*.json', { eager: true, import: 'title' });`,
    ),
  });

  const server = await startServeProcess([], project.root);
  await untilHtml(server, '', '<b>A</b>');
  await project.write({ 'templates/posts/b.json': '{"title":"B"}' });
  await untilHtml(server, '', '<b>A,B</b>');
  const other = await jpeg(5, 3);
  await project.write({ 'templates/posts/photo.JPG': other });
  await rename(path.join(project.root, 'templates/posts/a.json'), path.join(project.root, 'templates/posts/c.json'));
  await untilHtml(server, '', '<b>B,A</b>');
  const html = await (await fetch(server.url)).text();
  const asset = await fetch(new URL(/\/assets\/photo-\w+\.jpg/.exec(html)?.[0] ?? '', server.url));
  await server.stop();

  expect(html).toContain('width="5"');
  expect(Buffer.from(await asset.arrayBuffer())).toEqual(other);
  expect(asset.headers.get('content-type')).toBe('image/jpeg');
});

test('build copies assets like public files: only if their bytes differ', async () => {
  const project = await makeProject({
    'templates/photo.pdf': 'photo',
    'templates/pages/index.tsx': page('Home', '<a href={photo}>Photo</a>', `import photo from '../photo.pdf';`),
  });
  const changes = async () => {
    const { stdout } = await sitegen(project.root, 'build', '--json');
    return Object.values((JSON.parse(stdout) as { changes: Record<string, string[]> }).changes).flat();
  };

  await changes();
  const [name] = await project.list('out/assets');
  await utimes(path.join(project.root, 'templates/photo.pdf'), 1, 1);
  expect(await changes()).toEqual([]);
  await project.write({ [`out/assets/${name}`]: 'paint' });
  await changes();

  expect(await project.read(`out/assets/${name}`)).toBe('photo');
});
