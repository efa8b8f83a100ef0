/** Known bugs of other generators, as input for this one. Browser bugs: tests/runtimes/known-bugs-*. */
import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** Renders its text, and ignores its other props. */
const NOTE = `import { island } from 'sitegen';
export default island('note', ({ text, children }: any) => <section><b>{text}</b>{children}</section>);
`;
const USE_NOTE = `import Note from '../islands/note.tsx';`;

test('Capri: a link to a file is not treated as a page', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      '<a href="/brochure.pdf">PDF</a> <a href="/data/rows.json?v=2#a">JSON</a> <a href="/files/v1.2">v1.2</a>',
    ),
    'public/brochure.pdf': '%PDF-1.7',
    'public/data/rows.json': '[]',
    'public/files/v1.2': 'x',
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ pages: [{ path: '/' }], diagnostics: [] });
  expect(await project.read('out/brochure.pdf')).toBe('%PDF-1.7');
  expect(await project.list('out')).toEqual(['.sitegen', 'brochure.pdf', 'data/rows.json', 'files/v1.2', 'index.html']);
});

describe('a failing page makes the build exit with 1', () => {
  test('Astro #13538: even if it is one of many rendered in parallel', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `p${String(index).padStart(3, '0')}`);
    const pages = names.map((name) => [`templates/pages/${name}.tsx`, page(name, '')] as const);
    const project = await makeProject({
      ...Object.fromEntries(pages),
      'templates/pages/p000.tsx': page('First', '{missing()}', 'const missing: any = undefined;'),
      'templates/pages/p249.tsx': page('Last', '', `export const load = async () => { throw new Error('too late'); };`),
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain('error page-failed  templates/pages/p000.tsx');
    expect(stderr).toContain('error page-failed  templates/pages/p249.tsx');
    expect(stderr).toContain('2 errors');
  });

  test('Astro #11691: a late rejection is reported for its own page, not for the one being rendered', async () => {
    const late = `export function load() { setTimeout(() => { void Promise.reject(new Error('from the first')); }, 20); }`;
    const slow = `export const load = () => new Promise((resolve) => setTimeout(resolve, 200));`;
    const project = await makeProject({
      'templates/pages/a.tsx': page('First', '', late),
      'templates/pages/b.tsx': page('Second', '', slow),
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain('from the first');
    expect(stderr).toContain('templates/pages/a.tsx');
    expect(stderr).not.toContain('templates/pages/b.tsx');
  });
});

test.each([false, true])(
  'vite-react-ssg, Astro #16347, #15592: a site has the same files wherever it is built (islands split: %s)',
  async (split) => {
    const files = {
      'sitegen.config.ts': `export default { islands: { split: ${split} } };`,
      'templates/site.css': '@import "tailwindcss"; .mark { background: url(./mark.svg) }',
      'templates/mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'templates/islands/note.tsx': NOTE,
      'templates/islands/other.tsx': NOTE.replace(`'note'`, `'other'`),
      'templates/pages/index.tsx': page(
        'Home',
        '<Note text="a" /><Other text="b" /><img src={mark} alt="" className="p-4" />',
        `${USE_NOTE}\nimport Other from '../islands/other.tsx';\nimport mark from '../mark.svg';`,
      ),
    };
    const buildIn = async () => {
      const project = await makeProject(files);
      const { code } = await sitegen(project.root, 'build');
      const names = await project.list('out');
      return { code, files: await Promise.all(names.map(async (name) => [name, await project.read(`out/${name}`)])) };
    };

    const [one, two] = [await buildIn(), await buildIn()];

    expect(one.code).toBe(0);
    expect(one.files.length).toBeGreaterThan(4);
    expect(two).toEqual(one);
  },
);
