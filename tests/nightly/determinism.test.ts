/** The same sources give the same bytes and modes, on any machine and in any way. */
import { chmod, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITE } from '../helpers/rebuild.ts';
import { ROOT } from '../helpers/run.ts';
import { copySite } from '../helpers/copy-site.ts';
import { buildUnder, fingerprint, type Variation } from '../helpers/machines.ts';

/** Everything that depends on the language and time zone of the machine, unless prevented. */
const LOCAL = `{[
  (1234567.5).toLocaleString(), 12345678n.toLocaleString(), [1234.5, new Date(0)].toLocaleString(),
  new Date(0).toLocaleString(), new Date(0).toLocaleDateString(), new Date(0).toLocaleTimeString([]),
  new Intl.NumberFormat().format(1234.5), Intl.DateTimeFormat().format(0), new Intl.ListFormat().format(['a', 'b']),
  new Intl.NumberFormat('de-DE').format(1234.5), (1234.5).toLocaleString('de-DE'),
  Intl.Collator().resolvedOptions().locale, Intl.DateTimeFormat().resolvedOptions().timeZone,
  ['z', 'ö', 'a', 'ä', 'Z', 'ı', 'i'].sort((a, b) => a.localeCompare(b)).join(''),
  ['z', 'ö', 'a', 'ä'].sort(new Intl.Collator().compare).join(''), 'TITLE ıi'.toLocaleLowerCase(), 'ıi'.toLocaleUpperCase(),
  new Date(2026, 0, 1).getTime(), new Date(0).getHours(), String(new Date(0)), process.env.TZ,
].join(' | ')}`;

const FILES = {
  ...SITE,
  // Relative paths read by a page are resolved from the working directory; imports are not.
  'templates/pages/data.tsx': page('Data', '<p>{text}</p>', `import text from '../../data.txt?raw';`),
  'templates/pages/list/[n].tsx': `import list from '../../../list.json';
export const paths = () => list.map((n: string) => ({ params: { n: n[0] }, props: n }));
export const meta = ({ props }: any) => ({ title: props, description: 'About ' + props });
export default function Item({ props }: any) { return <main><h1>{props}</h1></main>; }
`,
  'templates/pages/local.tsx': page('Local', `<p>${LOCAL}</p>`),
  'templates/islands/tick.tsx': `import { island } from 'sitegen';\nexport default island('tick', () => <b>${LOCAL.replace(', process.env.TZ', '')}</b>);`,
  'templates/pages/sorted/[n].tsx': `export const paths = () => ['z', 'ö', 'a', 'ä', 'i', 'ı'].sort((a, b) => a.localeCompare(b)).map((n, index) => ({ params: { n: String(index) }, props: n }));
export const meta = ({ props, params }: any) => ({ title: params.n + props, description: 'About ' + props });
export default function Item({ props }: any) { return <main><h1>{props}</h1></main>; }
`,
};

/** Lists folders in reverse order, as another file system may. */
const REVERSED = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { readdirSync } = fs, { readdir } = fs.promises;
  fs.readdirSync = (...args) => readdirSync(...args).reverse();
  fs.promises.readdir = async (...args) => (await readdir(...args)).reverse();
  syncBuiltinESMExports();
`)}`;

/** Each is a different machine, or a different way to the same site. Together they cover every value. */
const VARIATIONS: readonly (Variation & { readonly name: string })[] = [
  { name: 'German in Calcutta', env: { LC_ALL: 'de_DE.UTF-8', TZ: 'Asia/Kolkata' }, args: ['--workers', '1'] },
  { name: 'Swedish in New York', env: { LC_ALL: 'sv_SE.UTF-8', TZ: 'America/New_York' }, args: ['--workers', '2'] },
  { name: 'Turkish, by LANG', env: { LANG: 'tr_TR.UTF-8', TZ: undefined }, args: ['--workers', '4'] },
  { name: 'no language at all', env: { LC_ALL: 'C', TZ: 'UTC' }, args: ['--workers', '8'] },
  { name: 'files for everybody', umask: '000', env: { LC_ALL: 'de_DE.UTF-8', TZ: 'America/New_York' } },
  { name: 'files for nobody else', umask: '077', env: { LC_ALL: 'sv_SE.UTF-8', TZ: 'Asia/Kolkata' } },
  { name: 'another folder to stand in', cwd: os.tmpdir() },
  { name: 'a user without a home', env: { HOME: undefined, USER: undefined, LOGNAME: 'x', HOSTNAME: 'x' } },
  { name: 'folders listed backwards', env: { NODE_OPTIONS: `--import=${REVERSED}` } },
];

async function build(files: typeof FILES, variation: Variation = {}) {
  const project = await makeProject(files);
  await buildUnder(project.root, variation);
  return fingerprint(path.join(project.root, 'out'));
}

describe('the same sources give the same output', () => {
  test('in another folder, on another machine, by another user', { timeout: 120_000 }, async () => {
    const expected = await build(FILES);

    for (const { name, ...variation } of VARIATIONS) {
      expect({ name, out: await build(FILES, variation) }).toEqual({ name, out: expected });
    }
  });

  test('five times', { timeout: 120_000 }, async () => {
    const project = await makeProject(FILES);
    const out = path.join(project.root, 'out');
    await buildUnder(project.root, {});
    const expected = await fingerprint(out);

    for (let time = 1; time < 5; time += 1) {
      await buildUnder(project.root, {});
      expect({ time, out: await fingerprint(out) }).toEqual({ time, out: expected });
    }
  });

  test('for the site of this repository, including its pictures', async () => {
    const [here, there] = await Promise.all([copySite('preact'), copySite('preact')]);
    onTestFinished(async () => void (await Promise.all([here, there].map((root) => rm(root, { recursive: true })))));

    await buildUnder(here, {});
    await buildUnder(there, {
      env: { LC_ALL: 'sv_SE.UTF-8', TZ: 'Asia/Kolkata', HOME: undefined },
      umask: '077',
      args: ['--workers', '4'],
    });

    const expected = await fingerprint(path.join(here, 'out'));
    expect(Object.keys(expected).filter((name) => name.endsWith('.png'))).not.toEqual([]);
    expect(await fingerprint(path.join(there, 'out'))).toEqual(expected);
  });
});

test('pages use English and UTC, unless they specify a locale and a time zone', async () => {
  const project = await makeProject(FILES);

  await buildUnder(project.root, { env: { LC_ALL: 'de_DE.UTF-8', TZ: 'Asia/Kolkata' } });

  const html = await project.read('out/local/index.html');
  expect(/<p>(.*)<\/p>/s.exec(html)?.[1]).toBe(
    '1,234,567.5 | 12,345,678 | 1,234.5,1/1/1970, 12:00:00 AM | 1/1/1970, 12:00:00 AM | 1/1/1970 | 12:00:00 AM | ' +
      '1,234.5 | 1/1/1970 | a and b | 1.234,5 | 1.234,5 | en-US | UTC | aäiıözZ | aäöz | title ıi | II | ' +
      '1767225600000 | 0 | Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time) | UTC',
  );
});

test('files are readable for a web server, whatever the modes of their sources', async () => {
  const project = await makeProject({ ...FILES, 'public/deep/private.txt': 'x', 'public/program.sh': 'x' });
  await chmod(path.join(project.root, 'public/deep/private.txt'), 0o600);
  await chmod(path.join(project.root, 'public/deep'), 0o700);
  await chmod(path.join(project.root, 'public/program.sh'), 0o775);

  await buildUnder(project.root, { umask: '077' });

  const found = Object.values(await fingerprint(path.join(project.root, 'out'))).map((entry) => entry.split(' '));
  expect(new Set(found.map(([mode, hash]) => `${hash === undefined ? 'folder' : 'file'} ${mode}`))).toEqual(
    new Set(['folder 755', 'file 644']),
  );
});

test('the output does not reveal where, by whom or on which machine it was built', async () => {
  const project = await makeProject(FILES);

  await buildUnder(project.root, {
    env: { HOME: '/home/telling-user', USER: 'telling-user', HOSTNAME: 'telling-host' },
  });

  const told = ['telling', path.basename(project.root), ROOT, os.tmpdir(), os.homedir(), os.hostname()].filter(
    (word) => word.length > 4, // a short name may occur anywhere
  );
  const files = await project.list('out');
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const contents = await readFile(path.join(project.root, 'out', file), 'latin1');
    expect({ file, told: told.filter((word) => contents.includes(word)) }).toEqual({ file, told: [] });
  }
});
