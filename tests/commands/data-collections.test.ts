/** Collections of data: rows of files, and of `load`. References, and when files were changed. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { ROOT, run, SITEGEN, sitegen } from '../helpers/run.ts';

async function projectWith(files: Readonly<Record<string, string | undefined>>): Promise<Project> {
  const project = await makeProject(files);
  for (const name of ['valibot', 'csv-parse'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(project.root, 'node_modules', name), 'junction');
  return project;
}

/** `code place message` for each problem, sorted. */
const problems = (stderr: string): string[] =>
  [...stderr.matchAll(/(?:error|warning) ([\w-]+) +(\S+)\n +(.*)/g)]
    .map(([, code, place, text]) => `${code} ${place} ${text}`)
    .toSorted();

const HEAD = `import * as v from 'valibot';
import { collection, reference } from 'sitegen/content';
`;

const AUTHORS = `${HEAD}export const authors = collection('data/authors.{json,yaml,csv}', {
  schema: v.object({ name: v.string(), born: v.optional(v.union([v.number(), v.pipe(v.string(), v.transform(Number))])) }),
  path: ({ slug }) => '/' + slug + '/',
});`;

const AUTHOR_PAGE = `import { authors } from '../../lib/authors.ts';
export const paths = async () => (await authors.all()).map(({ slug }) => ({ params: { slug } }));
export const load = ({ params }: any) => authors.get(params.slug);
export const meta = ({ data }: any) => ({ title: data.data.name, description: 'About ' + data.data.name });
export default ({ data: { data, slug, path, file } }: any) => <main><h1>{data.name}</h1><p>{JSON.stringify([slug, path, file, data])}</p></main>;`;

/** A text file with an expression over the collections in lib/all.ts. */
const textFile = (expression: string) =>
  `import * as all from '../../lib/all.ts';\nexport default async () => JSON.stringify(${expression});`;

test('rows of JSON, YAML and CSV are entries, with pages, drafts and schemas', async () => {
  const project = await projectWith({
    'lib/authors.ts': AUTHORS,
    'templates/pages/[slug].tsx': AUTHOR_PAGE,
    'data/authors.json': '[{"id": "anna", "name": "Anna", "born": 1990}, {"id": 7, "name": "Seven"}]',
    'data/authors.yaml':
      '- id: bob\n  name: Bob\n- { id: idea, name: Idea, draft: true }\n- { id: later, name: Later, publishAt: 2100-01-01 }\n',
    'data/authors.csv': `\uFEFFid,name,born,draft,publishAt
cleo,"Cleo, ""the"" first",1985,false,2020-01-01
dora,Dora,,true,
emma,Emma,,,2101-01-01
`.replaceAll('\n', '\r\n'),
  });

  const { code, stdout, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Left out: .*\/dora\/ \(draft\).*\/emma\/ \(from 2101-01-01\)/);
  expect(await project.list('out')).toEqual(
    expect.arrayContaining(['7/index.html', 'anna/index.html', 'bob/index.html']),
  );
  const cleo = (await project.read('out/cleo/index.html')).replaceAll('&quot;', '"');
  expect(cleo).toContain(String.raw`["cleo","/cleo/","data/authors.csv",{"name":"Cleo, \"the\" first","born":1985}]`);
});

test('an object is one entry, `slug` computes slugs, and a schema may be absent', async () => {
  const project = await projectWith({
    'templates/pages/index.tsx': page('Home', ''),
    'lib/all.ts': `${HEAD}
export const people = collection('data/people/*.{json,yml}');
export const words = collection('data/words.csv', { slug: (row) => String(row.word).toLowerCase() });
export const posts = collection('content/*.md', { slug: ({ title }) => String(title) });`,
    'templates/files/all.txt.ts': textFile(
      `(await Promise.all(Object.values(all).map((one) => one.all()))).flat().map(({ slug, data, file }) => [slug, data, file])`,
    ),
    'data/people/anna.json': '{"name": "Anna", "id": "not the slug"}',
    'data/people/bob.yml': 'name: Bob\n',
    'data/words.csv': 'word\nHello\n',
    'content/a.md': '---\ntitle: first\nnoindex: true\n---\nx',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(await project.read('out/all.txt'))).toEqual([
    ['anna', { name: 'Anna', id: 'not the slug' }, 'data/people/anna.json'],
    ['bob', { name: 'Bob' }, 'data/people/bob.yml'],
    ['first', { title: 'first', noindex: true }, 'content/a.md'],
    ['hello', { word: 'Hello' }, 'data/words.csv'],
  ]);
});

test('all mistakes in data are reported in one run, once, with their places', async () => {
  const project = await projectWith({
    'lib/authors.ts': AUTHORS,
    'templates/pages/[slug].tsx': AUTHOR_PAGE,
    'lib/other.ts': `${HEAD}export const other = collection('other/*.yaml', { slug: ({ id }: any) => id.trim() });`,
    'templates/pages/index.tsx': `import { other } from '../../lib/other.ts';\nexport const load = () => other.all();\n${page('Home', '')}`,
    'data/authors.json':
      '[\n  {"id": "anna", "name": 1},\n  {"name": "B"},\n  {"id": "", "name": "C"},\n  {"id": 1.5, "name": "D"}\n]',
    'data/authors.yaml': '- id: bob\n  name: Bob\n- id: bob\n  name: Bob\n  Draft: true\n',
    'data/authors.csv': 'id,name\na,A\nb\n',
    'data/authors.JSON': '[]',
    'other/a.yaml': '- id: 1\n- x: [\n',
    'other/b.yaml': '- id: 1\n',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(problems(stderr)).toEqual([
    'content-invalid data/authors.csv:3:1 The row has 1 fields, but the header has 2.',
    'content-invalid data/authors.json:2:26 `name`: Invalid type: Expected string but received 1.',
    'content-invalid data/authors.json:3:3 The row has no `id`.',
    'content-invalid data/authors.json:4:10 `id` is neither a string with characters nor an exact integer.',
    'content-invalid data/authors.json:5:10 `id` is neither a string with characters nor an exact integer.',
    'content-invalid data/authors.yaml:3:7 Another row has the slug "bob", too.',
    'content-invalid data/authors.yaml:5:10 `Draft` is not a field that sitegen knows.',
    expect.stringMatching(/^content-invalid other\/a\.yaml:3:1 /),
    'content-invalid other/b.yaml:1:3 `slug` of the collection "other/*.yaml" threw: TypeError: id.trim is not a function',
    'file-extension data/authors.JSON data/authors.JSON is ignored: names of data end in lower case.',
  ]);
});

test('a link to a hidden file is refused, and a pattern that names one is not', async () => {
  const keys = '[{ "id": "key" }]';
  const project = await makeProject({
    'lib/all.ts': `${HEAD.split('\n')[1]}
export const linked = collection('data/*.json');
export const named = collection('data/.named/*.json');`,
    'templates/pages/index.tsx': `import { linked, named } from '../../lib/all.ts';
export const load = async () => [await linked.all(), await named.all()];\n${page('Home', '')}`,
    'data/.keys.json': keys,
    'data/.keys/a.json': keys,
    'data/.named/a.json': keys,
    'data/b.json': '[{ "id": "b" }]',
  });
  const link = (target: string, name: string) => symlinkSync(target, path.join(project.root, name));
  link('.keys.json', 'data/link.json');
  link('.keys/a.json', 'data/inner.json');
  link('b.json', 'data/shown.json');
  link('a.json', 'data/.named/shown.json');

  const { stderr } = await sitegen(project.root, 'build');

  const refused = problems(stderr).filter((problem) => problem.startsWith('asset-refused'));
  expect(refused).toEqual([
    `asset-refused data/inner.json data/inner.json is a link to ${project.root}/data/.keys/a.json, which is hidden or outside of the folder that it is in.`,
    `asset-refused data/link.json data/link.json is a link to ${project.root}/data/.keys.json, which is hidden or outside of the folder that it is in.`,
  ]);
});

const LOADED = `${HEAD}import { appendFileSync } from 'node:fs';
export const events = collection({
  load: async () => {
    appendFileSync('loads.log', 'x');
    return [{ id: 1, name: 'One' }, { id: 2, name: 'Two', draft: true }, { id: 'three', name: 'Three' }];
  },
  schema: v.object({ name: v.string() }),
  path: ({ slug }) => '/' + slug + '/',
});`;

test('`load` is called once per build for all workers, and its rows are entries', async () => {
  const project = await projectWith({
    'lib/authors.ts': `${LOADED.replace('events', 'authors')}
export const lists = [1, 2].map((n) => collection({ load: () => [{ id: n }] }));`,
    'templates/pages/[slug].tsx': AUTHOR_PAGE,
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `templates/pages/p${index}.tsx`,
        `import { authors, lists } from '../../lib/authors.ts';
export const load = async () => [(await authors.all()).length, ...(await Promise.all(lists.map((list) => list.all()))).map(([row]: any) => row.slug)];
${page(`Page ${index}`, '<p>{data.join()}</p>')}`,
      ]),
    ),
  });

  const { code, stdout, stderr } = await sitegen(project.root, 'build');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Left out: /2/ (draft)\n');
  expect(readFileSync(path.join(project.root, 'loads.log'), 'utf8')).toBe('x');
  expect(await project.read('out/p7/index.html')).toContain('<p>2,1,2</p>');
  expect(await project.read('out/three/index.html')).toContain('<h1>Three</h1>');
});

test('`load` that returns anything else than rows is reported', async () => {
  const loads = {
    class: `[{ id: 1, name: 'x', at: new URL('https://example.com') }]`,
    error: `(() => { throw new Error('no network', { cause: new Error('refused') }) })()`,
    object: `({ rows: [] }) as any`,
    rows: `[{ id: 1, name: 2 }, { name: 'x' }]`,
  };
  const files = Object.entries(loads).flatMap(([name, rows]) => [
    [
      `lib/${name}.ts`,
      `${HEAD}export const authors = collection({ load: () => ${rows}, schema: v.object({ name: v.string() }) });`,
    ],
    [
      `templates/pages/${name}.tsx`,
      `import { authors } from '../../lib/${name}.ts';\nexport const load = () => authors.all();\n${page(name, '')}`,
    ],
  ]);
  const project = await projectWith(Object.fromEntries(files));
  const { stderr } = await sitegen(project.root, 'build');
  expect(problems(stderr)).toEqual([
    'content-invalid lib/object.ts:3:24 `load` returned { rows: [] } instead of an array.',
    'content-invalid lib/rows.ts:3:24 Row 1: `name`: Invalid type: Expected string but received 2.',
    'content-invalid lib/rows.ts:3:24 Row 2: The row has no `id`.',
    expect.stringContaining(
      '`load` of the collection lib/class.ts:3:24 must return plain data, but rows[0].at is an instance of URL.',
    ),
    expect.stringContaining('`load` of the collection lib/error.ts:3:24 failed: no network: refused (tried 4 times)'),
  ]);
});

test('`load` that returns no rows is reported', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      '',
      `import { collection } from 'sitegen/content';\nconst rows = collection({ load: () => [] });\nexport const load = () => rows.all();`,
    ),
  });
  expect((await sitegen(project.root, 'build')).stderr).toContain(
    '`load` of the collection templates/pages/index.tsx:2:14 returned no rows.',
  );
});

test('references are checked, also in circles, with a suggestion and the place', async () => {
  const project = await projectWith({
    'templates/pages/index.tsx': page('Home', ''),
    'templates/files/all.txt.ts': textFile(`[await all.posts.all(), await all.authors.all()].length`),
    'lib/all.ts': `${HEAD}import type { Collection } from 'sitegen/content';
export const authors = collection('data/authors.yaml', {
  schema: v.object({ best: v.optional(v.array(v.pipe(v.string(), v.trim(), v.check(reference((): Collection => posts))))) }),
});
export const posts = collection('content/*.md', {
  schema: v.object({ author: v.pipe(v.string(), v.check(reference(() => authors))) }),
});`,
    'data/authors.yaml': '- id: anna\n  best: [first]\n- id: idea\n  draft: true\n  best: [draft]\n',
    'content/first.md': '---\nauthor: anna\n---\nx',
    'content/draft.md': '---\nauthor: idea\ndraft: true\n---\nx',
  });

  const right = await sitegen(project.root, 'build');
  await project.write({
    'data/authors.yaml': '- id: anna\n  x: frist\n  best: [first, "frist ",\n    draft]\n- id: idea\n  draft: true\n',
    'content/second.md': '---\ntitle: x\nauthor: ana\n---\nx',
    'content/third.md': '---\nauthor: idea\n---\nx',
    'content/fourth.md': '---\nauthor: constructor\n---\nx',
  });
  const wrong = await sitegen(project.root, 'build');

  expect(right).toMatchObject({ code: 0, stderr: '' });
  expect(wrong.code).toBe(1);
  expect(problems(wrong.stderr)).toEqual([
    'content-invalid content/fourth.md:2:9 The collection "data/authors.yaml" has no entry "constructor".',
    'content-invalid content/second.md:3:9 The collection "data/authors.yaml" has no entry "ana".',
    'content-invalid content/third.md:2:9 "idea" of the collection "data/authors.yaml" is a draft.',
    'content-invalid data/authors.yaml:3:17 The collection "content/*.md" has no entry "frist".',
    'content-invalid data/authors.yaml:4:5 "draft" of the collection "content/*.md" is a draft.',
  ]);
  expect(wrong.stderr).toContain('Try: write "anna"');
  expect(wrong.stderr).toContain('Try: write "first"');
});

test('mistakes in one collection do not hide those of others, and a reference is the text of a slug, not a list', async () => {
  const project = await projectWith({
    'templates/pages/index.tsx': page('Home', ''),
    'templates/files/all.txt.ts': textFile(`[await all.posts.all(), await all.notes.all()].length`),
    'lib/all.ts': `${HEAD}
export const authors = collection('data/*.yaml', { schema: v.object({ name: v.string() }) });
export const posts = collection('content/*.md', {
  schema: v.object({ author: v.pipe(v.string(), v.check(reference(() => authors))) }),
});
export const editors = collection('editors/*.yaml');
export const notes = collection('notes/*.md', { schema: v.object({ editor: v.pipe(v.any(), v.check(reference(() => editors))) }) });`,
    'data/authors.yaml': '- id: anna\n  nam: Anna\n',
    'content/first.md': '---\nauthor: anna\n---\nx',
    'editors/all.yaml': '- id: eve\n',
    'notes/first.md': '---\neditor: [eve]\n---\nx',
  });
  const { stderr } = await sitegen(project.root, 'build');
  expect(problems(stderr)).toEqual([
    expect.stringMatching(/^content-invalid data\/authors\.yaml:1:3 `name` is missing\./),
    expect.stringMatching(/^content-invalid notes\/first\.md:2:9 `editor`: /),
  ]);
});

function commit(root: string): void {
  const git = (...list: readonly string[]) => {
    const env = { ...process.env, GIT_COMMITTER_DATE: '2024-05-06T07:08:09Z' };
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...list], {
      cwd: root,
      env,
      stdio: 'pipe',
    });
  };
  git('init', '-q');
  git('add', 'content', 'data');
  git('-c', 'commit.gpgsign=false', 'commit', '-q', '-m', 'x');
}

const UPDATED = {
  'templates/pages/index.tsx': page('Home', ''),
  'lib/all.ts': `${HEAD}
export const posts = collection('content/posts/*.md');
export const rows = collection('data/rows.json');`,
  'content/posts/a.md': 'x',
  'data/rows.json': '[{"id": 1}]',
};

test('`updated` is the time of the last commit, and git runs only if it is read', async () => {
  const expression =
    '[...(await all.posts.all()), ...(await all.rows.all())].map(({ file, updated }) => [file, updated ?? null])';
  const project = await projectWith({ ...UPDATED, 'templates/files/all.txt.ts': textFile(expression) });
  commit(project.root);
  await project.write({ 'content/posts/new.md': 'x' });
  const log = path.join(project.root, 'git.log');
  await project.write({
    'bin/git': `#!/bin/sh\necho "$@" >> "${log}"\nexec ${execFileSync('which', ['git'], { encoding: 'utf8' }).trim()} "$@"\n`,
  });
  execFileSync('chmod', ['+x', path.join(project.root, 'bin/git')]);
  const env = { PATH: `${path.join(project.root, 'bin')}:${process.env.PATH}` };

  const { code, stderr } = await run([process.execPath, SITEGEN, 'build'], project.root, env);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(await project.read('out/all.txt'))).toEqual([
    ['content/posts/a.md', '2024-05-06T07:08:09.000Z'],
    ['content/posts/new.md', null],
    ['data/rows.json', '2024-05-06T07:08:09.000Z'],
  ]);
  expect(readFileSync(log, 'utf8').match(/ log /g)).toHaveLength(2); // one for each folder

  await project.write({
    'templates/files/all.txt.ts': textFile('(await all.posts.all()).map(({ file }) => file)'),
    'git.log': '',
  });
  await run([process.execPath, SITEGEN, 'build'], project.root, env);
  expect(readFileSync(log, 'utf8')).not.toContain(' log ');
});

test('in a shallow clone, `updated` is undefined, with a warning that can be switched off', async () => {
  const files = {
    ...UPDATED,
    'templates/files/all.txt.ts': textFile('(await all.posts.all()).map(({ updated }) => updated ?? null)'),
  };
  const origin = await projectWith(files);
  commit(origin.root);
  await origin.write({ 'data/rows.json': '[]' });
  const project = await projectWith(files);
  commit(project.root);
  appendFileSync(
    path.join(project.root, '.git/shallow'),
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: project.root }),
  );

  const { code, stderr } = await sitegen(project.root, 'build');
  await project.write({ 'sitegen.config.ts': `export default { checks: { 'updated-unknown': 'off' } };` });
  const off = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(await project.read('out/all.txt')).toBe('[null]');
  expect(problems(stderr)).toEqual([
    'updated-unknown content/posts `updated` is not known for the files in content/posts: the repository is a shallow clone, without older commits.',
  ]);
  expect(stderr).toContain('fetch-depth: 0');
  expect(off).toMatchObject({ code: 0, stderr: '' });
});

test('a pattern with data and content is an error', async () => {
  const before = `import { collection } from 'sitegen/content';\nconst all = collection('data/*.{md,json}');`;
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', '', before) });
  const { stderr } = await sitegen(project.root, 'build');
  expect(stderr).toContain(
    'The collection "data/*.{md,json}" has files of data and others. Write a collection for each.',
  );
});

test('`serve` shows changed rows', async () => {
  const project = await projectWith({
    'lib/authors.ts': AUTHORS,
    'templates/pages/[slug].tsx': AUTHOR_PAGE,
    'data/authors.yaml': '- id: anna\n  name: Anna\n',
  });
  const server = await serveProject(project);
  const html = async () => (await fetch(new URL('/anna/', server.url))).text();
  expect(await html()).toContain('<h1>Anna</h1>');
  await project.write({ 'data/authors.yaml': '- id: anna\n  name: Anne\n' });
  expect(await html()).toContain('<h1>Anne</h1>');
});
