/** Known bugs of other generators, as input for this one. Browser bugs: tests/runtimes/known-bugs-*. */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** Renders its text, and ignores its other props. */
const NOTE = `import { island } from 'sitegen';
export default island('note', ({ text, children }: any) => <section><b>{text}</b>{children}</section>);
`;
const USE_NOTE = `import Note from '../islands/note.tsx';`;

/** The project for tests with one island on one page. */
const withNote = (body: string) =>
  makeProject({ 'templates/islands/note.tsx': NOTE, 'templates/pages/index.tsx': page('Home', body, USE_NOTE) });

const count = (text: string, part: string) => text.split(part).length - 1;

describe('content survives unchanged', () => {
  test('Capri: `</script>` in the props of an island', async () => {
    const text = `</script><script>alert(1)</script><!--<script>]]>"'&`;
    const project = await withNote(`<Note text={${JSON.stringify(text)}} />`);

    const { code } = await sitegen(project.root, 'build');

    const $ = load(await project.read('out/index.html'));
    expect(code).toBe(0);
    expect($('script')).toHaveLength(1);
    expect(JSON.parse($('sitegen-island').attr('props') ?? '')).toEqual({ text });
    expect($('b').text()).toBe(text);
  });

  test('vite-react-ssg: text that a replacement would take for a pattern or a marker', async () => {
    const text = '$& $$5 $` $\' $1 $<name> <!--app-html--> <div id="root"></div> </head></body>';
    const project = await makeProject({
      'templates/islands/note.tsx': NOTE,
      'templates/pages/index.tsx': `${USE_NOTE}
export const meta = { title: ${JSON.stringify(text)}, description: ${JSON.stringify(text)} };
export default () => <main><h1>{meta.title}</h1><Note text={meta.title}><i>{meta.title}</i></Note></main>;`,
    });

    const { code } = await sitegen(project.root, 'build');

    const $ = load(await project.read('out/index.html'));
    expect(code).toBe(0);
    expect(['title', 'h1', 'b', 'i'].map((element) => $(element).text())).toEqual([text, text, text, text]);
    expect($('meta[name=description]').attr('content')).toBe(text);
    expect(JSON.parse($('sitegen-island').attr('props') ?? '')).toEqual({ text });
  });

  test('Capri, vite-react-ssg (react#35460): a large <Suspense>, in a page and in an island', async () => {
    const rows = `{Array.from({ length: 1000 }, (_, row) => <li key={row}>A row that is the one with number {row}</li>)}`;
    const large = `<Suspense fallback={<em>Loading</em>}><ul>${rows}</ul></Suspense>`;
    const project = await makeProject({
      'templates/islands/list.tsx': `import { Suspense } from 'react';
import { island } from 'sitegen';
export default island('list', () => ${large});`,
      'templates/pages/index.tsx': page(
        'Home',
        `${large}<List />`,
        `import { Suspense } from 'react';\nimport List from '../islands/list.tsx';`,
      ),
    });

    const { code } = await sitegen(project.root, 'build');

    const $ = load(await project.read('out/index.html'));
    expect(code).toBe(0);
    expect([$('main > ul > li').length, $('sitegen-island > ul > li').length]).toEqual([1000, 1000]);
    expect($('em, template, [hidden], script:not([src])')).toHaveLength(0);
  });

  test('vite-react-ssg: pages are rendered without `window`', async () => {
    const project = await makeProject({
      'templates/pages/index.tsx': page('Home', '<p>{[typeof window, typeof document]}</p>'),
    });

    await sitegen(project.root, 'build');

    expect(load(await project.read('out/index.html'))('p').text()).toBe('undefinedundefined');
  });

  test('Astro #7978: props and children of an island are sent once', async () => {
    const project = await withNote(
      `<Note text="shown-prop" rows={[{ unseen: 'unseen-prop' }]}><p>static-text</p><Note text="inner" /></Note>`,
    );

    await sitegen(project.root, 'build');

    const html = await project.read('out/index.html');
    const times = ['unseen-prop', 'static-text', 'shown-prop', 'inner'].map((text) => count(html, text));
    expect(times).toEqual([1, 1, 2, 2]); // visible text is in the markup, too
  });
});

test('Astro #8719, Next #43743: pages need no inline scripts, styles or handlers, whatever their islands', async () => {
  const ways = ['"load"', '"idle"', '"visible"', '"interaction"', `{{ media: 'print' }}`, `{{ visible: '9px' }}`];
  const notes = ways.map((way) => `<Note text="x" hydrate=${way}><p>between</p></Note>`);
  const project = await makeProject({
    'sitegen.config.ts': `export default { islands: { split: true } };`,
    'templates/site.css': 'p { color: red }',
    'templates/islands/note.tsx': NOTE,
    'templates/pages/index.tsx': page('Home', notes.join(''), USE_NOTE),
    'templates/pages/404.tsx': page('Not found', notes.join(''), USE_NOTE),
  });

  await sitegen(project.root, 'build');

  for (const file of ['out/index.html', 'out/404.html']) {
    const $ = load(await project.read(file));
    const attributes = $('*')
      .map((_, element) => Object.keys($(element).attr() ?? {}))
      .get();
    expect($('sitegen-island')).toHaveLength(6);
    expect($('style, script:not([src])')).toHaveLength(0);
    expect($('script').text()).toBe('');
    expect(attributes.filter((name) => /^(style$|on)/.test(name))).toEqual([]);
  }
});

test('Capri: all pages share one stylesheet; Astro #4110, #13234: in source order, built or served', async () => {
  const project = await makeProject({
    'templates/site.css': '@import "./styles/b.css"; @import "./styles/a.css"; .last { color: red }',
    'templates/styles/a.css': '.second { color: red }',
    'templates/styles/b.css': '.first { color: red }',
    'templates/pages/about.tsx': page('About', ''),
  });
  const stylesheets = (html: string) => {
    const $ = load(html);
    return $('link[rel=stylesheet], style')
      .map((_, element) => $(element).attr('href') ?? 'inline')
      .get();
  };

  await sitegen(project.root, 'build');
  const built = await Promise.all(['index.html', 'about/index.html'].map((file) => project.read(`out/${file}`)));
  const server = await serveProject(project, '--no-watch');
  const served = await Promise.all(
    ['/', '/about/'].map(async (address) => (await fetch(new URL(address, server.url))).text()),
  );

  const [href] = stylesheets(built[0] ?? '');
  expect([...built, ...served].map(stylesheets)).toEqual([[href], [href], [href], [href]]);
  expect(await project.list('out/assets')).toEqual([href?.replace('/assets/', '')]);
  const css = await (await fetch(new URL(href ?? '', server.url))).text();
  expect(css.match(/\.[a-z]+(?=[,{])/g)).toEqual(['.first', '.second', '.last']);
});
