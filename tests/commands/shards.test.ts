/** `sitegen build --shard` and `sitegen merge`: the same site as on one machine, or a clear error. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { AT, buildParts, partsOf } from '../helpers/shards.ts';

/** Every kind of output, and every way to have none. */
const SITE = {
  'sitegen.config.ts': `import { defineConfig } from 'sitegen';
export default defineConfig({
  site: 'https://www.example.com', text: true, hosts: ['netlify'],
  redirects: { '/old/': '/posts/a/' }, checks: { 'link-broken': 'warning' },
});`,
  'templates/pages/[n].tsx': `import { claim, placeholder } from 'sitegen';
import Counter from '../islands/counter.tsx';
export const paths = () => Array.from({ length: 40 }, (_, n) => ({
  params: { n: 'p' + n }, props: { n, at: new Date(0), many: new Map([[n, 'x']]) },
}));
export const meta = ({ props }: any) => ({
  title: 'Page ' + props.n, description: 'Number ' + props.n + '.', draft: props.n === 7, updated: '2026-01-01',
  ...(props.n === 8 && { publishAt: '2030-01-01', noindex: true }), ...(props.n === 9 && { reviewBy: '2026-01-01' }),
});
export default function Page({ props }: any) {
  return <main><h1>Page {props.n}</h1>
    <a href={'/p' + (props.n + 1) + '/'}>next</a> {props.n === 3 && <a href="/nowhere/">lost</a>}
    {props.n % 20 === 0 && <Counter start={props.n} />} {props.n === 5 && placeholder('the price', '0')}
    {props.n === 6 && claim('40', { source: 'a list', until: '2026-01-01' })}</main>;
}`,
  'templates/islands/counter.tsx': `import { island } from 'sitegen';
export default island('counter', ({ start }: { start: number }) => <button>{start}</button>);`,
  'templates/posts.ts': `import { collection } from 'sitegen/content';
export const posts = collection('content/*.md', { path: ({ slug }: any) => '/posts/' + slug + '/' });`,
  'templates/pages/posts/[slug].tsx': `import { posts } from '../../posts.ts';
export const paths = async () => (await posts.all()).map(({ slug }: any) => ({ params: { slug } }));
export const meta = ({ params }: any) => ({ title: params.slug, description: 'Post ' + params.slug });
export const load = ({ params }: any) => posts.get(params.slug);
export default function Post({ params, data: { Content } }: any) {
  return <main><h1>{params.slug}</h1><Content /></main>;
}`,
  'content/a.md': '---\ntitle: A\n---\n\n[b](b.md) ![one](one.svg)\n',
  'content/b.md': '---\ntitle: B\n---\n\n[a](a.md) ![one](one.svg)\n',
  'content/c.md': '---\ntitle: C\ndraft: true\n---\n\nc\n',
  'content/one.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
  'templates/files/all.json.ts': `export default ({ pages }: any) => JSON.stringify(pages);`,
  'public/robots.txt': 'User-agent: *\nAllow: /\n',
};

/** Everything that must not depend on how the site was built. */
function comparable(stdout: string) {
  const { ms: _ms, steps: _steps, out: _out, ...result } = JSON.parse(stdout) as BuildResult & Record<string, unknown>;
  return result;
}

async function hashFiles(project: Project, folder: string): Promise<Record<string, string>> {
  const files = await project.list(folder);
  const hashes = files.map(async (file) => {
    const bytes = await readFile(path.join(project.root, folder, file));
    return [file, createHash('sha256').update(bytes).digest('base64')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

test('a site merged from parts has the bytes and problems of one built at once', async () => {
  const project = await makeProject(SITE);

  const whole = await sitegen(project.root, 'build', '--json', '--out', 'whole', ...AT);
  const codes = await buildParts(project, 2);
  const merged = await sitegen(project.root, 'merge', ...partsOf(2), '--json', '--out', 'merged');

  expect(whole).toMatchObject({ code: 0 });
  expect(codes).toEqual([0, 0]);
  expect(merged.code).toBe(0);
  expect(comparable(merged.stdout)).toEqual(comparable(whole.stdout));
  expect(comparable(whole.stdout).diagnostics.length).toBeGreaterThan(2);
  const files = await hashFiles(project, 'whole');
  expect(Object.keys(files).length).toBeGreaterThan(80);
  expect(await hashFiles(project, 'merged')).toEqual(files);

  // A second time, nothing changes.
  const again = await sitegen(project.root, 'merge', ...partsOf(2), '--json', '--out', 'merged');
  expect(comparable(again.stdout).changes).toEqual({ added: [], changed: [], removed: [] });
});

test('a part is updated in place, and pages that left it go', async () => {
  const pages = (
    count: number,
  ) => `export const paths = () => Array.from({ length: ${count} }, (_, n) => ({ params: { n: 'p' + n } }));
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => <main><h1>{params.n}</h1></main>;`;
  const project = await makeProject({ 'templates/pages/[n].tsx': pages(40) });
  await buildParts(project, 2);

  await project.write({ 'templates/pages/[n].tsx': pages(20) });
  await buildParts(project, 2);
  const { code } = await sitegen(project.root, 'merge', ...partsOf(2));

  expect(code).toBe(0);
  const files = (await project.list('out')).filter((file) => file.endsWith('index.html'));
  const inParts = [...(await project.list('part-1')), ...(await project.list('part-2'))];
  expect(files).toHaveLength(21);
  expect(inParts.filter((file) => file.endsWith('index.html')).toSorted()).toEqual(files);
});

test('errors of pages end a part with 1, and the merge reports all of them like a build', async () => {
  const failing = `export const paths = () => Array.from({ length: 30 }, (_, n) => ({ params: { n: 'p' + n } }));
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => {
  if (params.n === 'p3' || params.n === 'p20') throw new Error('no ' + params.n);
  return <main><h1>{params.n}</h1><p><div /></p></main>;
};`;
  const project = await makeProject({ 'templates/pages/[n].tsx': failing, 'public/p4/index.html': 'a clash' });

  const whole = await sitegen(project.root, 'build', '--json', ...AT);
  const codes = await buildParts(project, 2);
  const merged = await sitegen(project.root, 'merge', ...partsOf(2), '--json');

  expect(whole.code).toBe(1);
  expect(codes).toContain(1);
  expect(merged.code).toBe(1);
  expect(comparable(merged.stdout)).toEqual(comparable(whole.stdout));
  expect(await project.list('out')).toEqual([]);
});

test('without a folder, a date or a site that compiles there is no part', async () => {
  const project = await makeProject();

  const bare = await sitegen(project.root, 'build', '--shard', '1/2');
  const zero = await sitegen(project.root, 'build', '--shard', '3/2', '--out', 'part', ...AT);
  await sitegen(project.root, 'build');
  const site = await sitegen(project.root, 'build', '--shard', '1/2', '--out', 'out', ...AT);
  await project.write({ 'templates/pages/index.tsx': 'export default (' });
  const broken = await sitegen(project.root, 'build', '--shard', '1/2', '--out', 'part', ...AT);

  expect(bare).toMatchObject({ code: 2, stderr: expect.stringMatching(/--out.*--at/) as string });
  expect(zero).toMatchObject({ code: 2, stderr: expect.stringContaining('3/8') as string });
  expect(site).toMatchObject({ code: 2, stderr: expect.stringContaining('is no part') as string });
  expect(broken.code).toBe(1);
  expect(await project.list('part')).toEqual([]);
});

test('a part is not deployed', async () => {
  const project = await makeProject();
  await buildParts(project, 1);

  const { code, stderr } = await sitegen(project.root, 'deploy', 's3://bucket', '--out', 'part-1');

  expect(code).toBe(2);
  expect(stderr).toContain('part-1 is a part of a site');
});
