import { describe, expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { NOTHING, build } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';
import { untilHtml } from '../helpers/watching.ts';

/** A layout with a name, which shows all of its props. */
const layout = (name: string) => `import type { LayoutProps } from 'sitegen';
export default function Layout({ path, params, meta, children }: LayoutProps) {
  return <section title={['${name}', path, JSON.stringify(params), meta.title].join(' ')}>{children}</section>;
}
`;

const FILES = {
  'templates/pages/layout.tsx': layout('outer'),
  'templates/pages/insights/layout.jsx': layout('inner').replace(/import type.*|: LayoutProps/g, ''),
  'templates/pages/insights/index.tsx': page('Insights', ''),
  'templates/pages/insights/[slug].tsx': `${page('First', '')}\nexport const paths = [{ params: { slug: 'first' } }];`,
  'templates/pages/insights/404.tsx': page('No insight', ''),
  'templates/pages/insights-more.tsx': page('More', ''),
};

describe('a layout', () => {
  test('wraps pages in and below its folder, inside of outer layouts, and is not a page', async () => {
    const project = await makeProject(FILES);

    expect((await build(project)).added).toEqual([
      '/',
      '/insights-more/',
      '/insights/',
      '/insights/404.html',
      '/insights/first/',
    ]);

    const titlesOf = async (file: string) =>
      [...(await project.read(`out/${file}`)).matchAll(/<section title="(.*?)"/g)].map(([, title]) => title);
    expect(await titlesOf('index.html')).toEqual(['outer / {} Home']);
    expect(await titlesOf('insights-more/index.html')).toEqual(['outer /insights-more/ {} More']);
    const first = '/insights/first/ {&quot;slug&quot;:&quot;first&quot;} First';
    expect(await titlesOf('insights/first/index.html')).toEqual([`outer ${first}`, `inner ${first}`]);
    expect(await titlesOf('insights/404.html')).toEqual([
      'outer /insights/404.html {} No insight',
      'inner /insights/404.html {} No insight',
    ]);
    expect(await project.read('out/index.html')).toMatch(/<body><section.*<main>.*<\/section><\/body>/);
  });

  test('that is changed, removed, added or moved changes only its pages', async () => {
    const project = await makeProject({ ...FILES, 'templates/pages/other/index.tsx': page('Other', '') });
    const inner = 'templates/pages/insights/layout.jsx';
    const insights = ['/insights/', '/insights/404.html', '/insights/first/'];
    await build(project);
    const text = await project.read(inner);

    await project.write({ [inner]: text.replace('inner', 'changed') });
    expect(await build(project)).toEqual({ ...NOTHING, changed: insights });

    await project.remove(inner);
    expect(await build(project)).toEqual({ ...NOTHING, changed: insights });

    await project.write({ 'templates/pages/other/layout.tsx': layout('other') });
    expect(await build(project)).toEqual({ ...NOTHING, changed: ['/other/'] });

    await project.remove('templates/pages/other/layout.tsx');
    await project.write({ [inner]: text });
    expect(await build(project)).toEqual({ ...NOTHING, changed: [...insights, '/other/'] });
  });

  test('appears in serve as soon as it is saved', async () => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);

    await project.write({ 'templates/pages/layout.tsx': layout('saved') });

    await untilHtml(server, 'insights/', 'title="saved /insights/');
    await untilHtml(server, '', 'title="saved / {} Home"');
  });
});

describe('a problem in a layout is reported with its file', () => {
  test.each([
    ['page-failed', 'export default function Layout() {\n  throw new Error("broken");\n}', ':2'],
    ['page-failed', 'throw new Error("broken");\nexport default () => null;', ':1'],
    ['page-failed', 'export const Layout = () => null;', ''],
    [
      'handler-lost',
      'export default function Layout({ children }) {\n  return <div onClick={() => {}}>{children}</div>;\n}',
      ':2',
    ],
  ])('%s of %s', async (code, text, line) => {
    const project = await makeProject({
      ...FILES,
      'templates/pages/insights/layout.jsx': text,
      'sitegen.config.ts': 'export default { limits: { seconds: 1 } };',
    });

    const { stderr } = await sitegen(project.root, 'build');

    expect(stderr.match(new RegExp(`${code} `, 'g'))).toHaveLength(1);
    expect(stderr).toContain(`templates/pages/insights/layout.jsx${line}`);
  });

  test('even if a folder has two', async () => {
    const project = await makeProject({ ...FILES, 'templates/pages/layout.jsx': 'export default () => null;' });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toMatch(/output-clash +templates\/pages\/layout\.jsx[^]*layout\.tsx/);
  });
});
