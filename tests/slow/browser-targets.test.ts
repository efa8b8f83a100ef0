/** Published scripts and stylesheets run in the browsers of docs/versioning.md. */
import { transform } from 'esbuild';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BROWSERS } from '../../src/compile/esbuild.ts';
import { ROOT } from '../helpers/run.ts';
import { addressOf } from '../helpers/shared-address.ts';

test('the documents list the browsers that syntax is compiled for', async () => {
  const text = await readFile(path.join(ROOT, 'docs/versioning.md'), 'utf8');
  const versions = /^\| islands and stylesheets \| (\S+) \| (\S+) \| (\S+) \|$/m.exec(text)?.slice(1);
  expect(versions?.map((version, index) => ['chrome', 'firefox', 'safari'][index] + version)).toEqual(BROWSERS);
});

/** Names that a browser of the list does not know. */
const NEWER = {
  css: /(?:light-dark|anchor|if|sibling-index|calc-size|shape|contrast-color)\(|@(?:starting-style|scope|view-transition|function)|:popover-open|\b(?:text-box|interpolate-size|position-area|position-try-fallbacks|field-sizing|scroll-initial-target)(?=:)/g,
  js: /\b(?:withResolvers|groupBy|canParse|fromAsync|isSubsetOf|startViewTransition|requestIdleCallback|showPopover|hidePopover|closedBy|scheduler|toWellFormed|RegExp\.escape|Promise\.try|Iterator\.from)\b/g,
};

/** What happens without them: the browser's colours; explanations in the text, or in the middle; a timer, or a handler of clicks. */
const ALLOWED = [
  'anchor(',
  'closedBy',
  'hidePopover',
  'light-dark(',
  ':popover-open',
  'position-area',
  'position-try-fallbacks',
  'requestIdleCallback',
  'scroll-initial-target',
  'showPopover',
];

test.each([['preact'], ['docs'], ['blog']])('nothing in the site "%s" is newer', async (site) => {
  const out = await addressOf(`out/${site}`);
  const files = (await readdir(out, { recursive: true })).filter((file) => /\.(?:js|css)$/.test(file));

  const faults: string[] = [];
  for (const file of files) {
    const loader = file.endsWith('.js') ? 'js' : 'css';
    const code = await readFile(path.join(out, file), 'utf8');
    const compile = async (target: string | string[]) => (await transform(code, { loader, target })).code;
    if ((await compile(BROWSERS)) !== (await compile('esnext'))) faults.push(`${file}: syntax`);
    const newer = code.match(NEWER[loader])?.filter((name) => !ALLOWED.includes(name)) ?? [];
    faults.push(...newer.map((name) => `${file}: ${name}`));
  }
  expect(faults).toEqual([]);
  expect(files).not.toEqual([]);
});
