/** Pages must not vanish from the site silently. */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { ROOT, SITEGEN, run, sitegen } from '../helpers/run.ts';

const POSTS = `import * as v from 'valibot';
import { collection } from 'sitegen/content';
const schema = v.object({ title: v.string() });
export const posts = collection('content/posts/**/*.md', { schema, path: ({ slug }) => '/blog/' + slug + '/' });`;

const POST = `import { posts } from '../../../lib/posts.ts';
export const paths = async () => (await posts.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => posts.get(params.slug);
export const meta = ({ data }: any) => ({ title: data.data.title, description: 'About ' + data.data.title });
export default ({ data: { data } }: any) => <main><h1>{data.title}</h1></main>;`;

const post = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText.\n`;

async function projectWith(files: Parameters<typeof makeProject>[0]): Promise<Project> {
  const project = await makeProject({ 'lib/posts.ts': POSTS, 'templates/pages/blog/[...slug].tsx': POST, ...files });
  symlinkSync(path.join(ROOT, 'node_modules/valibot'), path.join(project.root, 'node_modules/valibot'), 'junction');
  return project;
}

async function build({ root }: Project, ...args: string[]) {
  const { code, stdout } = await sitegen(root, 'build', '--json', ...args);
  const { diagnostics, lostPages } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics' | 'lostPages'>;
  return { code, found: diagnostics.map((one) => `${one.severity} ${one.code} ${one.place?.file}`), lostPages };
}

const UNCHANGED = { code: 1, lostPages: [] };

describe('an unreadable collection is an error, and the published posts stay', () => {
  test('a missing folder, a file instead of a folder, a broken link', async () => {
    const project = await projectWith({ 'content/posts/a.md': post('A') });
    expect(await build(project)).toMatchObject({ code: 0, found: [] });
    const before = await project.list('out');
    const failed: unknown[] = [];
    for (const create of [
      () => {},
      () => symlinkSync('/nowhere', path.join(project.root, 'content/posts')),
      () => execFileSync('touch', [path.join(project.root, 'content/posts')]),
    ]) {
      rmSync(path.join(project.root, 'content/posts'), { recursive: true, force: true });
      create();
      failed.push((await build(project)).found);
    }

    expect(failed).toEqual([
      ['error folder-unreadable content/posts'],
      ['error folder-unreadable content/posts'],
      ['error folder-unreadable content/posts'],
    ]);
    expect(await project.list('out')).toEqual(before);
  });

  // Root can read folders without permissions, unless it drops the capabilities for that. It stays root: the Node binary
  // that runs this may be in a folder that only root can enter.
  const WITHOUT_OVERRIDE = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];

  test.runIf(process.platform === 'linux').each(['content', 'content/posts', 'content/posts/2026'])(
    '%s without permissions',
    async (folder) => {
      const project = await projectWith({ 'content/posts/a.md': post('A'), 'content/posts/2026/b.md': post('B') });
      chmodSync(path.join(project.root, folder), 0);
      const command = [process.execPath, SITEGEN, 'build', '--json'];

      const isRoot = process.getuid?.() === 0;
      const { code, stdout, stderr } = await run(isRoot ? [...WITHOUT_OVERRIDE, ...command] : command, project.root);
      chmodSync(path.join(project.root, folder), 0o755);

      expect(stderr).toMatch(/error folder-unreadable {2}content\/posts(\/2026)?\n/);
      expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject(UNCHANGED);
      expect(await project.list('out')).toEqual([]);
    },
  );
});

test('an empty collection or `paths` is a warning, unless there are drafts; an `import.meta.glob` may match nothing', async () => {
  const project = await projectWith({
    'content/posts/.gitkeep': '',
    'templates/pages/a/[b].tsx': page('A', '', 'export const paths = () => [];'),
    'templates/pages/c/[d].tsx': page(
      'C',
      '',
      `import { isPublished } from 'sitegen';
export const paths = () => [{ draft: true }].filter(isPublished).map(() => ({ params: { d: 'd' } }));`,
    ),
    'templates/pages/glob.tsx': page(
      'Glob',
      '{Object.keys(files).length}',
      `const files = import.meta.glob('./none/*.json');`,
    ),
  });

  const empty = await build(project);
  await project.write({ 'content/posts/a.md': post('Draft', 'draft: true\n') });
  const onlyDrafts = await build(project);
  await project.write({
    'sitegen.config.ts': `export default { checks: { 'list-empty': 'off' } };`,
    'lib/posts.ts': POSTS.replace('posts/**', 'none/**'),
    'content/none/.gitkeep': '',
  });
  const off = await build(project);

  const ofPaths = 'warning list-empty templates/pages/a/[b].tsx';
  expect(empty).toMatchObject({
    code: 0,
    found: [ofPaths, 'warning list-empty templates/pages/blog/[...slug].tsx', 'warning list-empty content/posts'],
  });
  expect(onlyDrafts).toMatchObject({ code: 0, found: [ofPaths] });
  expect(off).toMatchObject({ code: 0, found: [] });
});

/** Pages of a list, which builds faster than a collection. */
const LISTED = `import { readFileSync } from 'node:fs';
export const paths = () => JSON.parse(readFileSync('posts.json', 'utf8')).map((slug: string) => ({ params: { slug } }));
export const meta = ({ params }: any) => ({ title: params.slug, description: 'About ' + params.slug });
export default ({ params }: any) => <main><h1>{params.slug}</h1></main>;`;

const listOf = (names: readonly string[]) => ({ 'posts.json': JSON.stringify(names) });

test('a build lists the pages it removes, and refuses to remove most of them without a flag', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `p${index}`);
  const project = await makeProject({ 'templates/pages/blog/[slug].tsx': LISTED, ...listOf(names) });
  await sitegen(project.root, 'build');
  const before = await project.list('out');

  await project.write(listOf(names.slice(1)));
  const { stdout: one } = await sitegen(project.root, 'build'); // 11 of 12 remain
  await project.write(listOf(names.slice(7)));
  const stopped = await build(project);
  const kept = await project.list('out');
  const checked = await sitegen(project.root, 'check');
  const moved = `export default { redirects: { '/blog/p1/': '/', '/blog/p2/': '/' } };`;
  await project.write({ 'sitegen.config.ts': moved });
  const redirected = await sitegen(project.root, 'check');
  await project.write({ 'sitegen.config.ts': 'export default {};' });
  const server = await serveProject(project, '--no-watch');
  await server.stop();
  const served = server.stderr();
  const elsewhere = await build(project, '--out', 'other');

  expect(one).toContain('Removed 1 page: /blog/p0/\n');
  expect(stopped).toMatchObject({ code: 1, found: ['error pages-lost undefined'] });
  expect(stopped.lostPages).toHaveLength(6);
  expect(kept).toEqual(before.filter((file) => file !== 'blog/p0/index.html'));
  expect(checked).toMatchObject({ code: 1, stderr: expect.stringContaining('error pages-lost') as string });
  expect(redirected).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('A build would remove 4 pages: /blog/p3/') as string,
  });
  expect(served).toContain('Removed 6 pages');
  expect(elsewhere).toMatchObject({ code: 0, lostPages: [] });
});

test('`--allow-removals` removes pages; adding or dropping trailing slashes removes none', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const project = await makeProject({ 'templates/pages/blog/[slug].tsx': LISTED, ...listOf(names) });
  await sitegen(project.root, 'build');
  await project.write({ 'sitegen.config.ts': 'export default { trailingSlash: false };' });
  const respelled = await build(project);
  await project.write(listOf(['p0']));

  const stopped = await build(project);
  const allowed = await build(project, '--allow-removals');
  const again = await build(project);

  expect(respelled).toMatchObject({ code: 0, lostPages: [] });
  expect(stopped).toMatchObject({ code: 1, found: ['error pages-lost undefined'] });
  expect(allowed).toMatchObject({ code: 0, found: [] });
  expect(allowed.lostPages).toHaveLength(11);
  expect(again).toMatchObject({ code: 0, lostPages: [] });
  expect(await project.list('out/blog')).toEqual(['p0.html']);
});
