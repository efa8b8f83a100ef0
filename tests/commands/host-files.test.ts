/** Files of hosts that are committed in the project are as old as the last commit of them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const POLICY = `<meta httpEquiv="Content-Security-Policy" content="default-src 'self'" />`;

const makeSite = (config: object, files: Readonly<Record<string, string>> = {}) =>
  makeProject({
    'sitegen.config.ts': `export default ${JSON.stringify(config)};`,
    'templates/shell.tsx': `export default function Shell({ meta, children }: any) {
  return <html lang="en"><head><meta charSet="utf-8" />${POLICY}<title>{meta.title}</title>
    <meta name="description" content={meta.description} /></head><body>{children}</body></html>;
}`,
    'templates/pages/new.tsx': page('New', ''),
    ...files,
  });

/** The messages about files of hosts. */
async function messagesOf({ root }: Project, ...flags: readonly string[]): Promise<string[]> {
  const { stdout } = await sitegen(root, ...(flags.length === 0 ? ['build'] : flags), '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  return diagnostics
    .filter(({ code }) => code === 'host-file')
    .map(({ severity, message }) => `${severity}: ${message}`);
}

test('`init --for` writes what a build wants, and an older file is reported with what it lacks', async () => {
  const project = await makeSite({ hosts: ['vercel'], out: 'dist' });
  expect(await messagesOf(project)).toEqual([
    'warning: Vercel reads "vercel.json" in the project before the build, but there is none: the config has no effect there.',
  ]);

  expect(await sitegen(project.root, 'init', '.', '--for', 'vercel')).toMatchObject({ code: 0, stderr: '' });
  expect(await messagesOf(project)).toEqual([]);
  expect(await project.read('vercel.json')).toBe(await project.read('.sitegen/hosts/vercel.json'));

  const config = { hosts: ['vercel'], out: 'dist', redirects: { '/old': '/new/' }, headers: { 'X-Own': 'yes' } };
  await project.write({ 'sitegen.config.ts': `export default ${JSON.stringify(config)};` });
  const lacking =
    '"vercel.json" lacks 3 settings that Vercel needs for this build:\n' +
    '  headers /(.*) headers X-Own value: "yes"\n  redirects /old destination: "/new/"\n  redirects /old statusCode: 301';
  expect(await messagesOf(project)).toEqual([`warning: ${lacking}`]);
  expect(await messagesOf(project, 'check', '--release')).toEqual([`error: ${lacking}`]);
  expect(await messagesOf(project, 'build', '--base', '/preview/')).toEqual([]);

  await project.remove('vercel.json');
  await sitegen(project.root, 'init', '.', '--for', 'vercel');
  expect(await messagesOf(project)).toEqual([]);
});

interface Rule {
  readonly source: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

interface Written {
  readonly headers: readonly Rule[];
  readonly redirects: readonly object[];
}

test.each<[string, (written: Written) => unknown, number]>([
  ['other fields', (written) => ({ crons: [], ...written }), 0],
  ['another folder', (written) => ({ ...written, outputDirectory: 'public' }), 1],
  ['the folder in another spelling', (written) => ({ ...written, outputDirectory: './out' }), 0],
  ['more rules', (written) => ({ ...written, headers: [{ source: '/x', headers: [] }, ...written.headers] }), 0],
  ['more redirects', (written) => ({ ...written, redirects: [{ source: '/a' }, ...written.redirects] }), 0],
  ['an old target', (written) => ({ ...written, redirects: [{ ...written.redirects[0], destination: '/x/' }] }), 1],
  ['rules in another order', (written) => ({ ...written, headers: written.headers.toReversed() }), 0],
  [
    'an old policy',
    (written) => ({
      ...written,
      headers: written.headers.map((rule) => ({
        ...rule,
        headers: rule.headers.map(({ key, value }) => ({
          key,
          value: value.replace('frame-ancestors', 'default-src'),
        })),
      })),
    }),
    1,
  ],
  ['no JSON', () => undefined, 1],
])('a vercel.json with %s is compared by its meaning', async (_, change, count) => {
  const project = await makeSite({ hosts: ['vercel'], redirects: { '/old': '/new/' } });
  await sitegen(project.root, 'init', '.', '--for', 'vercel');
  const changed = change(JSON.parse(await project.read('vercel.json')) as Written);
  await project.write({ 'vercel.json': JSON.stringify(changed) ?? '{' });

  expect(await messagesOf(project)).toHaveLength(count);
});

test('a copy of nginx.conf in the project is compared, a file of the same name by the author is not', async () => {
  const project = await makeSite({ hosts: ['nginx'] });
  await sitegen(project.root, 'build');
  const copy = await project.read('.sitegen/hosts/nginx.conf');
  await project.write({ 'nginx.conf': `${copy}\nmore on;\n` });
  expect(await messagesOf(project)).toEqual([]);

  await project.write({ 'nginx.conf': copy.replace("default-src 'self'", 'default-src *') });
  expect(await messagesOf(project)).toEqual([
    expect.stringContaining(`add_header Content-Security-Policy "default-src 'self'; frame-ancestors 'none'" always;`),
  ]);

  await project.write({ 'nginx.conf': 'server { include /etc/nginx/sitegen.conf; }' });
  expect(await messagesOf(project)).toEqual([]);
});

test.each([
  ['github', ['.github/workflows/site.yml'], '          path: dist\n'],
  ['netlify', ['netlify.toml'], 'publish = "dist"'],
  ['cloudflare-workers', ['.node-version', 'wrangler.jsonc'], '"directory": "./dist"'],
])('a project that exists gets the files of %s that it lacks, and keeps the others', async (host, files, part) => {
  const [first = '', last = ''] = [files[0], files.at(-1)];
  const project = await makeSite({ out: 'dist' }, { 'package.json': '{}' });

  const { code, stdout } = await sitegen(project.root, 'init', '.', '--for', host);
  expect({ code, written: stdout.match(/(?<=^Wrote ).*/gm) }).toEqual({ code: 0, written: files });
  expect(stdout).toContain(`hosts: ['${host}']`);
  expect(await project.read(last)).toContain(part);

  await project.write({ [first]: 'mine' });
  const again = await sitegen(project.root, 'init', '.', '--for', host);
  expect(again.stdout.match(/(?<=^Kept, because it exists: ).*/gm)).toEqual(files);
  expect(await project.read(first)).toBe('mine');
  expect(await project.read('package.json')).toBe('{}');
  expect(existsSync(path.join(project.root, 'README.md'))).toBe(false);
});
