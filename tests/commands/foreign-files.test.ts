/** Files in `out/` that sitegen did not write are kept. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeOut, publishTree, readTree, writeTree } from '../helpers/out-folder.ts';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const BEFORE = { 'index.html': 'one', 'old/index.html': 'one', 'assets/a.js': 'one' };
const AFTER = { 'index.html': 'two', 'new/index.html': 'two', 'assets/b.js': 'two' };
const FOREIGN = {
  CNAME: 'by hand',
  '.git/HEAD': 'ref',
  '.git/objects/aa/bb': 'object',
  'old/note.txt': 'by hand',
  'assets/mine/photo.jpg': 'by hand',
  'empty/': '',
};

describe('publishing', () => {
  test('keeps foreign files when the whole site changes', async () => {
    const out = await makeOut(BEFORE);
    await writeTree(out, FOREIGN);

    await publishTree(out, BEFORE, AFTER);
    await publishTree(out, AFTER, BEFORE);
    await publishTree(out, BEFORE, AFTER);

    expect(await readTree(out)).toEqual({ ...AFTER, ...FOREIGN });
  });

  test('keeps a foreign link and its target', async () => {
    const out = await makeOut(BEFORE);
    const elsewhere = path.join(path.dirname(out), 'elsewhere');
    await writeTree(elsewhere, { 'note.txt': 'by hand' });
    symlinkSync('../elsewhere', path.join(out, 'linked'));

    await publishTree(out, BEFORE, AFTER);

    expect(readFileSync(path.join(out, 'linked/note.txt'), 'utf8')).toBe('by hand');
  });

  test.each([
    ['a foreign file with the name of a page', { 'new/index.html': 'by hand' }],
    ['a foreign file with the name of a folder', { new: 'by hand' }],
    ['a foreign folder with the name of a file', { 'assets/b.js/note.txt': 'by hand' }],
  ])('refuses to replace %s', async (_what, foreign) => {
    const out = await makeOut(BEFORE);
    await writeTree(out, foreign);

    await expect(publishTree(out, BEFORE, AFTER)).rejects.toThrow(/that sitegen did not write|sitegen did not write/);

    expect(await readTree(out)).toEqual({ ...BEFORE, ...foreign });
  });

  test('takes over a foreign file if the new file has the same contents', async () => {
    const out = await makeOut(BEFORE);
    await writeTree(out, { 'new/index.html': 'two', CNAME: 'by hand' });

    await publishTree(out, BEFORE, AFTER);

    expect(await readTree(out)).toEqual({ ...AFTER, CNAME: 'by hand' });
  });
});

async function makeSite(): Promise<Project> {
  const project = await makeProject({ 'templates/pages/old.tsx': page('Old', '') });
  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });
  return project;
}

describe('a build', () => {
  const CHANGES = [
    ['without a change', () => Promise.resolve()],
    ['without `.sitegen`', ({ remove }: Project) => remove('.sitegen')],
    ['with another shell', ({ write }: Project) => write({ 'templates/site.css': '@import "tailwindcss";' })],
  ] as const;

  test.each(CHANGES)('%s keeps foreign files, and removes deleted pages', async (_how, change) => {
    const project = await makeSite();
    mkdirSync(path.join(project.root, 'out/.git'));
    writeFileSync(path.join(project.root, 'out/.git/HEAD'), 'ref');
    writeFileSync(path.join(project.root, 'out/CNAME'), 'example.com');
    await change(project);
    await project.remove('templates/pages/old.tsx');

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(stderr).not.toContain('error');
    expect(code).toBe(0);
    const files = await project.list('out');
    expect(files).toEqual(expect.arrayContaining(['.git/HEAD', '.sitegen', 'CNAME', 'index.html']));
    expect(files).not.toContain('old/index.html');
  });

  test("with another build's list removes files that only the other build wrote", async () => {
    const [project, other] = [await makeSite(), await makeSite()];
    await project.remove('templates/pages/old.tsx');
    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });
    const list = (await other.read('out/.sitegen')).replaceAll('\r', '');
    mkdirSync(path.join(project.root, 'out/old'));
    writeFileSync(path.join(project.root, 'out/old/index.html'), await other.read('out/old/index.html'));
    writeFileSync(path.join(project.root, 'out/.sitegen'), list);

    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });

    expect(await project.list('out')).not.toContain('old/index.html');
  });

  test.each([
    ['is empty', ''],
    ['is that of another version', 'sitegen generated this folder.\n'],
    ['is not text', '\0\u{1F600}\xFF'],
  ])('whose list %s replaces its own files, and leaves the others alone', async (_what, text) => {
    const project = await makeSite();
    await project.write({ 'out/.sitegen': text, 'templates/site.css': '@import "tailwindcss";' });
    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });

    await project.write({ 'out/.sitegen': text, 'out/CNAME': 'by hand' });
    rmSync(path.join(project.root, '.sitegen'), { recursive: true });

    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });

    expect(await project.read('out/CNAME')).toBe('by hand');
    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });
    expect(await project.read('out/CNAME')).toBe('by hand');
  });
});
