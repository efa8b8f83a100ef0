import { HtmlValidate } from 'html-validate';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sitegen } from '../helpers/run.ts';
import { copySite } from '../helpers/copy-site.ts';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React writes HTML as it likes to, and browsers read it all the same:
    'attr-case': 'off', // autoComplete=""
    'attribute-boolean-style': 'off', // required=""
    'void-style': 'off', // <meta/>
    'attribute-empty-style': 'off', // hidden=""
    'doctype-style': 'off', // <!doctype html>
  },
});

test('every page of the built site is valid HTML', async () => {
  const project = await copySite('preact');
  onTestFinished(() => rm(project, { recursive: true }));
  const { stderr } = await sitegen(project, 'build');
  expect(stderr).not.toMatch(/^error /m);
  const out = path.join(project, 'out');
  const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith('.html'));
  expect(files.length).toBeGreaterThanOrEqual(6);
  const mistakes = files.map(async (file) => {
    const { results } = await validator.validateString(await readFile(path.join(out, file), 'utf8'), file);
    const messages = results.flatMap((result) => result.messages);
    return messages.map(({ ruleId, message, line, column }) => `${file}:${line}:${column} ${ruleId}: ${message}`);
  });
  expect((await Promise.all(mistakes)).flat()).toEqual([]);
});
