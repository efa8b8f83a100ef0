/** Markdown: places in HTML, fences, containers, ids, scripts in attributes. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A Markdown page. Its body starts in line 8. */
function markdown(title: string, body: string): string {
  return `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n# ${title}\n\n${body}\n`;
}

/** `link-broken a.md:9:1` for each problem of a severity. */
function problemsIn(stderr: string, severity: 'error' | 'warning'): string[] {
  const found = stderr.matchAll(new RegExp(`^${severity} ([\\w-]+) +(?:templates/pages/)?(\\S+)`, 'gm'));
  return [...found].map(([, code, place]) => `${code} ${place}`).toSorted();
}

const FENCES = [
  '```JavaScript {1} title="a.js"\nconst a = 1;\n```',
  '```C#\nvar a = 1;\n```',
  '```rust,ignore\nlet a = 1;\n```',
  '```Foo\na\n```',
  '```foo\nb\n```',
  '```text\nc\n```',
].join('\n\n');

const COMPONENTS = `export const components = {
  pre: ({ title, meta, code, language, children, ...props }: any) => <figure title={title}><pre {...props}>{children}</pre>{meta}</figure>,
};`;

test('renders Markdown, and warns about unknown languages with their lines', async () => {
  const project = await makeProject({
    'templates/pages/fences.md': markdown('Fences', FENCES),
    'templates/pages/containers.md': markdown(
      'Containers',
      '> a\n\n:::note\n*b*\n:::\n\n- :::tip X\n  c\n  :::\n\n:::note\n:::',
    ),
    'templates/pages/ids.md': markdown('Ids', '## One[^1] {#first}\n\n## Two[^1]\n\n[x](#first) [y](#two)\n\n[^1]: z'),
    'content/a.md': '```Foo\na\n```\n\n:::note\nb\n:::\n',
    'lib/posts.ts': `import { collection } from 'sitegen/content';
export const posts = collection('content/*.md');`,
    'templates/pages/index.tsx': page(
      'Home',
      '{data}',
      `import { posts } from '../../lib/posts.ts';
export const load = async () => { const { Content } = await posts.get('a'); return <Content />; };`,
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, warnings: problemsIn(stderr, 'warning'), errors: problemsIn(stderr, 'error') }).toEqual({
    code: 0,
    warnings: ['code-plain content/a.md:1:1', 'code-plain fences.md:20:1'],
    errors: [],
  });
  const fences = await project.read('out/fences/index.html');
  expect(fences).toContain(
    '<pre data-title="a.js" tabindex="0" data-language="javascript" class="has-highlighted"><code class="language-javascript" data-language="javascript"><span',
  );
  expect(fences).toContain('<pre tabindex="0" data-language="c#"><code class="language-c#" data-language="c#"><span');
  expect(fences).toContain(
    '<pre tabindex="0" data-language="rust"><code class="language-rust" data-language="rust"><span',
  );
  expect(await project.read('out/containers/index.html')).toContain('<blockquote><p><strong>X</strong></p>\n<p>c</p>');
  expect(await project.read('out/ids/index.html')).toMatch(/<h2 id="first">One<sup>.*<h2 id="two">Two<sup>/s);

  await project.write({ 'templates/markdown.tsx': COMPONENTS });
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  expect(await project.read('out/fences/index.html')).toMatch(
    /<figure title="a\.js"><pre tabindex="0" data-language="javascript" class="has-highlighted"><code[^]*?<\/pre>\{1\} title=&quot;a\.js&quot;<\/figure>/,
  );
});

test('with HTML, mistakes have their places, and scripts and styles keep their text', async () => {
  const mistakes = [
    '<a href="/1/">x</a> ![y](2.png)',
    '<div>\n  <img src="3.png" alt="">\n\n[z](4.md)\n\n</div>',
    '| a |\n|-|\n| <a href="/5/">x</a> |',
    'f[^1]\n\n[^1]: <a href="/6/">x</a>',
  ];
  const scripts = [
    '<b onclick="x()">a</b>',
    '<x-y onfoo="x()"></x-y>',
    'a <a href=" java&#10;script:x()">b</a>',
    '<svg><a xlink:href="javascript:x()">c</a></svg>',
    '<object data="javascript:x()"></object>',
  ];
  const right = [
    '<script>if (1 < 2 && "a") document.title = "&";</script>',
    '<style>a > b { color: red }</style>',
    '<select><option>a</option></select> <textarea aria-label="t">b</textarea>',
    '<iframe title="f" srcdoc="<p>x</p>"></iframe>',
  ];
  const project = await makeProject({
    'sitegen.config.ts': 'export default { markdown: { html: true } };',
    'templates/pages/right.md': markdown('Right', right.join('\n\n')),
    'templates/pages/broken.md': markdown('Broken', mistakes.join('\n\n')),
    'templates/pages/scripts.md': markdown('Scripts', scripts.join('\n\n')),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, errors: problemsIn(stderr, 'error') }).toEqual({
    code: 1,
    errors: [
      'asset-missing broken.md:11:3',
      'asset-missing broken.md:8:21',
      'content-invalid scripts.md:10:1',
      'content-invalid scripts.md:12:3',
      'content-invalid scripts.md:14:6',
      'content-invalid scripts.md:16:1',
      'content-invalid scripts.md:8:1',
      'link-broken broken.md:13:1',
      'link-broken broken.md:19:3',
      'link-broken broken.md:23:7',
      'link-broken broken.md:8:1',
    ],
  });
  await project.remove('templates/pages/scripts.md');
  await project.remove('templates/pages/broken.md');
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  const html = await project.read('out/right/index.html');
  for (const text of right) expect(html).toContain(text.replace('srcdoc="<p>x</p>"', 'srcDoc="&lt;p&gt;x&lt;/p&gt;"'));
});
