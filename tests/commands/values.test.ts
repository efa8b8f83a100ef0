/** Every field of `meta` has a type, wherever it is read, and a mistake in it has a line. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const markdown = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\n# Text\n`;
const SCHEMA = `{ '~standard': { version: 1, vendor: 'test', validate: ({ title }) => ({ value: { title } }) } }`;

const tsx = (...lines: readonly string[]) => `const draft = 'none of meta';
export const meta = {
  title: 'A',
  description: 'A',
  ${lines.join(',\n  ')},
};
export default () => <main><h1>A {draft}</h1></main>;`;

/** The places of mistakes in each file. */
async function mistakesIn(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const project = await makeProject(files);
  const { code, stdout } = await sitegen(project.root, 'build', '--json', ...flags);
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  expect(code).toBe(1);
  expect(await project.list('out')).toEqual([]);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.map(({ code: name, place }) => `${place?.file}:${place?.line} ${name}`).toSorted();
}

test('one build finds all mistakes in `meta` of TSX, Markdown, MDX and collections, with their lines', async () => {
  const found = await mistakesIn({
    'templates/pages/a.tsx': tsx(
      `noindex: 'false'`,
      `draft: "no"`,
      'updated: 5',
      `alternates: { de: 'x' }`,
      'Draft: 1',
    ),
    'templates/pages/b.tsx': tsx(`draft: true`, `publishAt: 'soon'`),
    'templates/pages/c.tsx': `export const load = () => ({ noindex: 'off' });
export const meta = ({ data }) => ({
  title: 'C', ...data });
export default () => <main><h1>C</h1></main>;`,
    'templates/pages/[slug].tsx': `export const paths = [{ params: { slug: 'x' }, props: { draft: 'false' } }];
export const meta = ({ props }) => ({
  title: 'X',
  draft: props.draft });
export default () => <main><h1>C</h1></main>;`,
    'templates/pages/async.tsx': `export async function meta() { throw new Error('late'); }
export default () => <main><h1>C</h1></main>;`,
    'templates/pages/promise.tsx': `export const meta = Promise.resolve({ title: 'D' });
export default () => <main><h1>C</h1></main>;`,
    'templates/pages/untitled.tsx': `export const meta = { description: 'None' };
export default () => <main><h1>C</h1></main>;`,
    'templates/pages/d.md': markdown('title: D', 'description: D', 'noindex: no', 'draft: off', 'updated: soon'),
    'templates/pages/e.mdx': markdown('title: 1984', 'noindex: "false"', 'alternates:', '  de: x', 'published: false'),
    'templates/pages/f.md': markdown('draft: true', 'title: F', 'Draft: false', 'noindex:'),
    'templates/pages/g.md': markdown('base: &base', '  noindex: no', '<<: *base', 'title: G'),
    'templates/pages/posts.tsx': page(
      'Posts',
      '{data.length}',
      `import { collection } from 'sitegen/content';
const posts = collection('content/*.{md,mdx}', { schema: ${SCHEMA} });
export const load = () => posts.all();`,
    ),
    'content/a.md': markdown('title: 5', 'draft: "false"', 'noindex: off', 'updated: soon'),
    'content/b.mdx': markdown('title: B', 'Draft: true', 'published: false', 'publishAt: soon'),
  });

  expect(found).toEqual(
    [
      ...['4:noindex', '5:draft', '6:updated', '7:alternates', '8:Draft'].map((_, index) => {
        const code = ['meta-invalid', 'meta-invalid', 'meta-invalid', 'meta-invalid', 'meta-invalid'][index];
        return `templates/pages/a.tsx:${index + 5} ${code}`;
      }),
      'templates/pages/b.tsx:6 meta-invalid',
      'templates/pages/c.tsx:2 meta-invalid',
      'templates/pages/[slug].tsx:4 meta-invalid',
      'templates/pages/async.tsx:1 meta-invalid',
      'templates/pages/promise.tsx:1 meta-invalid',
      'templates/pages/untitled.tsx:1 meta-invalid',
      'templates/pages/d.md:4 content-invalid',
      'templates/pages/d.md:5 content-invalid',
      'templates/pages/d.md:6 content-invalid',
      'templates/pages/e.mdx:2 content-invalid',
      'templates/pages/e.mdx:3 content-invalid',
      'templates/pages/e.mdx:5 content-invalid',
      'templates/pages/e.mdx:6 content-invalid',
      'templates/pages/f.md:4 content-invalid',
      'templates/pages/f.md:5 content-invalid',
      'templates/pages/g.md:3 content-invalid',
      'content/a.md:3 content-invalid',
      'content/a.md:4 content-invalid',
      'content/b.mdx:3 content-invalid',
      'content/b.mdx:4 content-invalid',
      'content/b.mdx:5 content-invalid',
    ].toSorted(),
  );
});

test('YAML merge keys work, within their limits', async () => {
  const bomb = Array.from({ length: 12 }, (_, index) => {
    return `l${index + 1}: &l${index + 1} {<<: [${Array.from({ length: 9 }, () => `*l${index}`).join(', ')}]}`;
  });
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: 'https://example.org' };`,
    'templates/pages/a.md': markdown('base: &base', '  noindex: true', '  title: Base', '<<: *base', 'title: Own'),
    'templates/pages/b.md': markdown('one: &one {title: One}', 'two: &two {draft: true}', '<<: [*one, *two]'),
  });

  const { stdout } = await sitegen(project.root, 'build');
  await project.write({
    'templates/pages/c.md': markdown('l0: &l0 {a: 1}', ...bomb, 'title: C'),
    'templates/pages/d.md': markdown('<<: 5', 'title: D'),
    'templates/pages/e.md': markdown('<<: *gone', 'title: D'),
  });
  const wrong = await sitegen(project.root, 'check');

  expect(await project.read('out/a/index.html')).toMatch(/<title>Own<\/title>.*noindex/);
  expect(stdout).toContain('Left out: /b/ (draft)');
  expect(wrong.stderr.match(/error content-invalid +templates\/pages\/[cde]\.md:\d/g)).toHaveLength(3);
});
