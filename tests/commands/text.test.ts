/** Pages as Markdown, and `llms.txt`. */
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const CONFIG = `export default { site: 'https://example.org', base: '/docs/', text: true };`;

const HOME = page('Home', '<p><a href="/über & mehr/">More</a></p>').replace(
  '<main>',
  '<main><meta property="og:site_name" content="The *Site*" />',
);

test('each listed page has a Markdown version, a link to it, and an entry in llms.txt', async () => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/index.tsx': HOME,
    'templates/pages/über & mehr.tsx': page('About [us]', '<p>a</p><nav>b</nav>'),
    'templates/pages/hidden.tsx': page('Hidden', '').replace('};', ', noindex: true };'),
    'templates/pages/hidden-too.tsx': page('Hidden too', '<meta name="robots" content="noindex" />'),
    'templates/pages/draft.tsx': page('Draft', '').replace('};', ', draft: true };'),
    'templates/pages/404.tsx': page('Not found', ''),
  });

  const { stderr, code } = await sitegen(project.root, 'build', '--verify');

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const files = await project.list('out');
  expect(files.filter((file) => /\.(md|txt)$/.test(file))).toEqual(['index.md', 'llms.txt', 'über & mehr/index.md']);
  expect(await project.read('out/llms.txt')).toBe(
    [
      '# The \\*Site\\*',
      '',
      '> About Home.',
      '',
      '## Pages',
      '',
      '- [Home](https://example.org/docs/index.md): About Home.',
      '- [About \\[us\\]](https://example.org/docs/%C3%BCber%20&%20mehr/index.md): About About \\[us\\].',
      '',
    ].join('\n'),
  );
  expect(await project.read('out/index.md')).toBe('# Home\n\n[More](https://example.org/docs/%C3%BCber%20&%20mehr/)\n');
  expect(await project.read('out/über & mehr/index.md')).toBe('# About \\[us]\n\na\n');
  const [head = ''] = (await project.read('out/über & mehr/index.html')).split('</head>');
  expect(head).toContain('<link rel="alternate" type="text/markdown" href="/docs/%C3%BCber%20&amp;%20mehr/index.md"/>');
  for (const name of ['hidden', 'hidden-too']) {
    expect(await project.read(`out/${name}/index.html`)).not.toContain('text/markdown');
  }
});

test('a Markdown version is removed with its page, or with the option', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { text: true, trailingSlash: false, compress: ['gzip'] };`,
    'templates/pages/about.tsx': page('About', ''),
  });
  const texts = async () => (await project.list('out')).filter((file) => /\.(md|txt)/.test(file));

  await sitegen(project.root, 'build');
  expect(await texts()).toEqual(['about.md', 'index.md', 'llms.txt']);
  expect(await project.read('out/llms.txt')).toContain('- [About](/about.md): About About.');

  await project.remove('templates/pages/about.tsx');
  const { stdout } = await sitegen(project.root, 'build', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ changes: { added: [], removed: ['/about.html', '/about.md'] } });
  expect(await texts()).toEqual(['index.md', 'llms.txt']);

  await project.write({ 'sitegen.config.ts': 'export default { trailingSlash: false };' });
  await sitegen(project.root, 'build');
  expect(await texts()).toEqual([]);
  expect(await project.read('out/index.html')).not.toContain('markdown');
});

test.each([
  ['public/about/index.md', 'public/about/index.md would be overwritten by the Markdown version of /about/'],
  ['public/About/INDEX.md', 'public/About/INDEX.md would be overwritten by the Markdown version of /about/'],
  [
    'public/about/index.md/more.txt',
    'public/about/index.md/more.txt would be overwritten by the Markdown version of /about/',
  ],
  [
    'templates/files/about/index.md.ts',
    'templates/files/about/index.md.ts would be overwritten by the Markdown version of /about/',
  ],
])('%s cannot have the same address as a Markdown version', async (file, message) => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/about.tsx': page('About', ''),
    [file]: `export default () => 'x';`,
  });

  const { stderr, code } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error output-clash');
  expect(stderr).toContain(message);
  expect(await project.list('out')).toEqual([]);
});

test("the site's own llms.txt takes precedence", async () => {
  const project = await makeProject({ 'sitegen.config.ts': CONFIG, 'public/llms.txt': '# Mine\n' });

  const { code } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(await project.read('out/llms.txt')).toBe('# Mine\n');
});

test('`serve` sends the Markdown versions', async () => {
  const project = await makeProject({ 'sitegen.config.ts': `export default { text: true };` });
  const server = await serveProject(project, '--as', 'nginx');

  const response = await fetch(new URL('/index.md', server.url));

  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await response.text()).toBe('# Home\n');
});
