import { HtmlValidate } from 'html-validate';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sitegen } from '../helpers/run.ts';
import { answers, copySite } from '../helpers/copy-site.ts';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React's spelling, which browsers accept:
    'attr-case': 'off', // autoComplete=""
    'attribute-boolean-style': 'off', // required=""
    'void-style': 'off', // <meta/>
    'attribute-empty-style': 'off', // hidden=""
    'doctype-style': 'off', // <!doctype html>
  },
});

test('every built page is valid HTML, now and when all questions are answered', async () => {
  const open = await buildSite({});
  expect(open.mistakes).toEqual([]);
  expect(open.files).toContain('draft/index.html');
  expect(open.home).not.toContain('Parcel &amp; Register');

  const answered = await buildSite(await answers());
  expect(answered.mistakes).toEqual([]);
  expect(answered.files.toSorted()).toEqual(open.files.filter((file) => file !== 'draft/index.html').toSorted());
  expect(answered.home).toContain('Parcel &amp; Register');
  expect(answered.home).not.toMatch(/to follow|Draft for approval/);
});

async function buildSite(more: Readonly<Record<string, string>>) {
  const project = await copySite('preact', more);
  onTestFinished(() => rm(project, { recursive: true }));
  const { stderr } = await sitegen(project, 'build');
  expect(stderr).not.toMatch(/^(error|warning) /m);
  const out = path.join(project, 'out');
  const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith('.html'));
  expect(files.length).toBeGreaterThanOrEqual(6);
  const mistakes = files.map(async (file) => {
    const { results } = await validator.validateString(await readFile(path.join(out, file), 'utf8'), file);
    const messages = results.flatMap((result) => result.messages);
    return messages.map(({ ruleId, message, line, column }) => `${file}:${line}:${column} ${ruleId}: ${message}`);
  });
  return {
    files: files.map((file) => file.replaceAll(path.sep, '/')),
    home: await readFile(path.join(out, 'index.html'), 'utf8'),
    mistakes: (await Promise.all(mistakes)).flat(),
  };
}
