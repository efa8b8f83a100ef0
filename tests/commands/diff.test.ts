/** `sitegen diff`: how a site changes for its readers. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { ROOT, run, sitegen, type Ran } from '../helpers/run.ts';

const FOOTER = `import type { LayoutProps } from 'sitegen';
export default function Layout({ children }: LayoutProps) { return <>{children}<footer>© 2025 Acme</footer></>; }`;

const SITE = {
  'templates/pages/layout.tsx': FOOTER,
  'templates/pages/about.tsx': page('About', '<p>We make good boxes of wood.</p>'),
  'templates/pages/old.tsx': page('Old', '<p>The same text.</p>'),
  'templates/pages/gone.tsx': page('Gone', '<p>Nobody reads this.</p>'),
  'public/note.txt': 'one',
};

const CHANGED = {
  'templates/pages/layout.tsx': FOOTER.replace('2025', '2026'),
  'templates/pages/about.tsx': page('About', '<p>We make better boxes of wood.</p>'),
  'templates/pages/new.tsx': page('Old', '<p>The same text.</p>'),
  'public/note.txt': 'three',
};

/** Changes the files of the site. */
async function change({ write, remove }: Project): Promise<void> {
  await write(CHANGED);
  for (const name of ['old', 'gone']) await remove(`templates/pages/${name}.tsx`);
}

const CHANGES = [
  { kind: 'lost', before: '/old/', after: '/new/' },
  { kind: 'removed', pages: ['/gone/'] },
  { kind: 'words', count: 3, pages: ['/about/', '/', '/new/'] },
  { kind: 'words', count: 1, pages: ['/about/'] },
  { kind: 'file', action: 'changed', pages: ['/note.txt'] },
];

function git(folder: string, ...args: readonly string[]): string {
  const user = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...user, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

function commit({ root }: Pick<Project, 'root'>): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'x');
}

/** A project in a repository, in which all files are committed. */
async function makeRepository(files: Readonly<Record<string, string>> = SITE): Promise<Project> {
  const project = await makeProject({ ...files, '.gitignore': 'node_modules\n.sitegen\nout\n' });
  git(project.root, 'init', '-q', '-b', 'main');
  commit(project);
  return project;
}

const changesIn = ({ stdout }: Ran): unknown[] => (JSON.parse(stdout) as { readonly changes: unknown[] }).changes;

const worktrees = (root: string): number => git(root, 'worktree', 'list').trim().split('\n').length;

test('without an argument, compares the last build with the project, which stays as it is', async () => {
  const project = await makeProject(SITE);
  await sitegen(project.root, 'build');
  const same = await sitegen(project.root, 'diff', '--exit-code');
  await change(project);
  const before = await project.list('out');

  const text = await sitegen(project.root, 'diff', '--exit-code');
  const json = await sitegen(project.root, 'diff', '--json');

  expect(same).toEqual({ code: 0, stdout: 'No differences in 4 pages.\n', stderr: '' });
  expect(text).toEqual({
    code: 1,
    stderr: '',
    stdout: `lost address
  /old/ → /new/
  Try: '/old/': '/new/' in \`redirects\` of the config

removed page
  /gone/

text changed (3 pages)
  © [-2025-] {+2026+} Acme
  /about/, /, /new/

text changed
  We make [-good-] {+better+} boxes of wood.
  /about/

file changed
  /note.txt

5 differences; 4 pages before, 3 now.
`,
  });
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, ok: true, pages: { before: 4, after: 3 } });
  expect(changesIn(json)).toMatchObject(CHANGES);
  expect(await project.list('out')).toEqual(before);
});

test('compares with another folder: a redirect moves a page, and a new spelling is no change', async () => {
  const project = await makeProject(SITE);
  await sitegen(project.root, 'build', '--out', 'before');
  await change(project);
  await project.write({
    'sitegen.config.ts': `export default { redirects: { '/old': '/new' }, trailingSlash: false };`,
  });

  const ran = await sitegen(project.root, 'diff', 'before', '--json');

  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(changesIn(ran)).toMatchObject([
    { kind: 'removed', pages: ['/gone/'] },
    { kind: 'moved', before: '/old/', after: '/new', count: 1 },
    ...CHANGES.slice(2).map(({ kind }) => ({ kind })),
  ]);
});

test('compares with a commit of a project in a subfolder, although files are not committed', async () => {
  const whole = await makeRepository();
  const folder = path.join(whole.root, 'packages/site');
  await mkdir(path.dirname(folder));
  await mkdir(folder);
  await whole.write({
    'packages/site/.env': 'PUBLIC_WORD=good',
    'templates/pages/old.tsx': page('Old', '<p>Some {process.env.PUBLIC_WORD} text.</p>'),
  });
  for (const name of ['templates', 'public']) await rename(path.join(whole.root, name), path.join(folder, name));
  commit(whole);
  await writeFile(path.join(folder, 'templates/pages/about.tsx'), CHANGED['templates/pages/about.tsx']);
  await writeFile(path.join(folder, '.env'), 'PUBLIC_WORD=better');
  const status = git(whole.root, 'status', '--short');

  const ran = await sitegen(whole.root, 'diff', 'HEAD', '--root', 'packages/site', '--json');
  const early = await sitegen(whole.root, 'diff', 'HEAD^', '--root', 'packages/site');

  expect(changesIn(ran)).toMatchObject([
    { kind: 'words', pages: ['/about/'] },
    { kind: 'words', pages: ['/old/'], words: [{}, { text: 'good' }, { text: 'better' }, {}] },
  ]);
  expect(early.code).toBe(2);
  expect(early.stderr).toContain('the project is not part of it');
  expect(worktrees(whole.root)).toBe(1);
  expect(git(whole.root, 'status', '--short')).toBe(status);
  expect(await readdir(path.join(folder, '.sitegen'))).not.toContainEqual(expect.stringMatching(/^diff-/));
});

test('a commit that has results of builds, or a link for them, changes nothing outside of its copy', async () => {
  const project = await makeRepository();
  const other = await makeProject({ 'memo/mine.txt': 'mine' });
  const memo = path.join(project.root, '.sitegen');
  await project.write({ '.sitegen/memo/x': 'x', '.git/hooks/post-checkout': '#!/bin/sh\ntouch ran\n' });
  await chmod(path.join(project.root, '.git/hooks/post-checkout'), 0o755);
  git(project.root, 'add', '-f', '.sitegen');
  commit(project);
  await rename(memo, path.join(other.root, 'before'));
  await symlink(other.root, memo);
  git(project.root, 'add', '-f', '.sitegen');
  commit(project);
  git(project.root, 'rm', '-q', '--cached', '.sitegen');
  commit(project);
  await unlink(memo);

  const results = await sitegen(project.root, 'diff', 'HEAD~2');
  const link = await sitegen(project.root, 'diff', 'HEAD~1');

  expect([results, link]).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(await other.list('memo')).toEqual(['mine.txt']);
  expect(await project.list('.')).not.toContain('ran');
  expect(worktrees(project.root)).toBe(1);
});

test('says why it cannot compare with a commit, before it builds', async () => {
  const { root } = await makeRepository();
  const clone = await makeProject();
  git(root, 'commit', '-q', '--allow-empty', '-m', 'x');
  const plain = await makeProject();
  git(clone.root, 'clone', '-q', '--depth', '1', `file://${root}`, 'site');

  const [none, long, empty, option, shallow, outside] = [
    await sitegen(root, 'diff', 'no-such-branch'),
    await sitegen(root, 'diff', 'x'.repeat(5000)),
    await sitegen(root, 'diff', ''),
    await sitegen(root, 'diff', '--', '--output=x'),
    await sitegen(path.join(clone.root, 'site'), 'diff', 'HEAD^'),
    await sitegen(plain.root, 'diff', 'main'),
  ];

  expect([none, long, empty, option, shallow, outside].map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(long.stderr).toContain('there is no such commit or folder.');
  expect(none?.stderr).toContain('Cannot compare with "no-such-branch": there is no such commit or folder.');
  expect(option?.stderr).toContain('Cannot compare with "--output=x"');
  expect(shallow?.stderr).toMatch(/this shallow clone does not have it.*\n.*fetch-depth: 0/);
  expect(outside?.stderr).toContain('the project is not in a git repository, and there is no such folder');
});

test('says why the old or the new site cannot be built', async () => {
  const project = await makeRepository({
    ...SITE,
    'templates/pages/about.tsx': page('About', '', `throw new Error('x');`),
  });
  await project.write(CHANGED);
  const old = await sitegen(project.root, 'diff', 'HEAD');
  commit(project);
  await project.write({ 'templates/pages/about.tsx': page('About', '<a href="/nowhere/">x</a>') });

  const current = await sitegen(project.root, 'diff', 'HEAD', '--json');

  expect(old.code).toBe(2);
  expect(old.stderr).toMatch(/"HEAD" cannot be built:\n\n.*error/);
  expect(current.code).toBe(1);
  expect(JSON.parse(current.stdout)).toMatchObject({
    version: 1,
    ok: false,
    diagnostics: [{ code: 'link-broken' }, {}, {}],
  });
  expect(worktrees(project.root)).toBe(1);
});

const configWith = (config: object) => `export default ${JSON.stringify(config)};`;

test.each([[['s3', 'github']], [['netlify', 'apache']]])(
  'redirects, gone addresses, headers and a closed site are changes of the first rank, with the hosts %j',
  async (hosts) => {
    const project = await makeRepository({
      'templates/pages/about.tsx': page('About', ''),
      'templates/pages/prices.tsx': page('Prices', ''),
      'public/robots.txt': 'User-agent: *\nAllow: /\n',
      'sitegen.config.ts': configWith({
        hosts,
        redirects: { '/lost/': '/about/', '/led/': '/about/', '/ended/': '/about/', '/same/': '/about/' },
        gone: ['/closed/'],
      }),
    });
    await sitegen(project.root, 'build');
    await project.write({
      'public/robots.txt': 'User-agent: *\nDisallow: /\n',
      'sitegen.config.ts': configWith({
        hosts,
        redirects: { '/led/': '/prices/', '/same/': '/about/', '/new/': '/about/' },
        gone: ['/ended/'],
        headers: { 'X-Frame-Options': false, 'Referrer-Policy': 'no-referrer', 'X-A': '1' },
      }),
    });

    const committed = await sitegen(project.root, 'diff', 'HEAD');
    const built = await sitegen(project.root, 'diff', '--reporter', 'markdown');

    expect(committed).toEqual({
      code: 0,
      stderr: '',
      stdout: `gone removed
  /closed/

gone added
  /ended/

redirect removed
  /lost/ → /about/

redirect changed
  /led/ → /prices/, instead of /about/

redirect added
  /new/ → /about/

robots.txt changed
  User-agent: * [-Allow:-] {+Disallow:+} /

header changed
  Referrer-Policy
  strict-origin-when-cross-origin → no-referrer

header removed
  X-Frame-Options
  DENY

header added
  X-A
  1

9 differences; 3 pages before, 3 now.
`,
    });
    expect(built.stdout.match(/^- \*\*/gm)).toHaveLength(9);
    expect(built.stdout).toContain('- **redirect changed** `/led/` → `/prices/`, instead of `/about/`\n');
  },
);

test('of a folder that is not the last build, only files are compared, and a note says so', async () => {
  const project = await makeProject({ 'sitegen.config.ts': configWith({ redirects: { '/old/': '/' } }) });
  await project.write({
    'before/index.html': '<!doctype html><title>Home</title>',
    'before/old/index.html': '<meta http-equiv="refresh" content="0; url=/a/">',
    'before/_headers': '/*\n  X-Frame-Options: DENY\n',
  });

  const { code, stdout } = await sitegen(project.root, 'diff', 'before');

  expect(code).toBe(0);
  expect(stdout).toContain('moved\n  /old/ → /\n');
  expect(stdout).toContain('file removed\n  /_headers\n');
  expect(stdout).toMatch(/2 pages before, 1 now\.\nNot compared: redirects, `gone` and headers\..*\n$/);
});

test('says that there is nothing to compare with', async () => {
  const { root, write } = await makeProject();
  await write({ 'empty/x.txt': '' });

  const [unbuilt, empty] = [await sitegen(root, 'diff'), await sitegen(root, 'diff', 'empty')];

  expect([unbuilt.code, empty.code]).toEqual([2, 2]);
  expect(unbuilt.stderr).toContain('build first, or name a commit');
  expect(empty.stderr).toContain('it has no HTML files');
});

/** Answers as GitHub does, and writes down its arguments. `$2` of a request that writes is `--silent`. */
const GH = `#!/bin/sh
printf '%s\\n' "$*" >> "$LOG"
[ "$2" = --silent ] || printf '%s' "$IDS"
`;

test.each([
  ['', '--method POST repos/a/b/issues/7/comments -F body=@'],
  ['12\n34\n', '--method PATCH repos/a/b/issues/comments/12 -F body=@'],
])('the lines for a pull request write one comment, with the comments %j', async (ids, expected) => {
  const { root, write, read } = await makeProject();
  const text = await readFile(path.join(ROOT, 'docs/life-of-a-site.md'), 'utf8');
  const script = / {8}run: \|\n((?: {10}.*\n)+)/.exec(text)?.[1] ?? '';
  await write({ 'bin/gh': GH, 'diff.md': '<!-- sitegen diff -->' });
  await chmod(path.join(root, 'bin/gh'), 0o755);
  const env = {
    PATH: `${path.join(root, 'bin')}:${process.env['PATH']}`,
    LOG: path.join(root, 'log'),
    IDS: ids,
    RUNNER_TEMP: root,
    GITHUB_REPOSITORY: 'a/b',
    COMMENTS: 'repos/a/b/issues/7/comments',
  };

  const ran = await run(['bash', '-e', '-c', script], root, env);

  expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
  const [asked, written, ...others] = (await read('log')).trim().split('\n');
  expect(asked).toContain('api --paginate repos/a/b/issues/7/comments --jq');
  expect(written).toBe(`api --silent ${expected}${root}/diff.md`);
  expect(others).toEqual([]);

  await write({ 'diff.md': '', log: '' });
  expect(await run(['bash', '-e', '-c', script], root, env)).toMatchObject({ code: 0 });
  expect(await read('log')).toBe('');
});
