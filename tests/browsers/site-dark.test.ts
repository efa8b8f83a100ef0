/** The site for visitors who prefer dark colours and reduced motion, and on paper. */
import { expect, test } from 'vitest';
import { serveOut } from '../helpers/serve-out.ts';
import { addressOf } from '../helpers/shared-address.ts';
import { useEngine } from '../helpers/tab.ts';

const openTab = useEngine({ isDarkAndStill: true });

async function openPage(path: string) {
  const { url } = await serveOut(await addressOf('out/preact'));
  const tab = await openTab();
  await tab.goto(url + path);
  return tab;
}

function coloursOf(): string[] {
  const { color } = getComputedStyle(document.querySelector('h1')!);
  return [color, getComputedStyle(document.documentElement).backgroundColor];
}

/** Shows the page as it is printed: no driver of all engines can. */
function showPrinted(): void {
  const print = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && /\bprint\b/.test(rule.media.mediaText)) rule.media.mediaText = 'all';
      if ('cssRules' in rule) print(rule.cssRules as CSSRuleList);
    }
  };
  for (const { cssRules } of document.styleSheets) print(cssRules);
}

test('the site is dark, and nothing moves', async () => {
  const tab = await openPage('');

  expect(await tab.run(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  expect(await tab.run(coloursOf)).toEqual(['rgb(232, 238, 241)', 'rgb(12, 22, 29)']);
  await tab.hover('a');
  expect(await tab.run(() => document.getAnimations().length)).toBe(0);
});

test('on paper it is black on white, without what is for screens only', async () => {
  const tab = await openPage('contact/');

  await tab.run(showPrinted);

  expect(await tab.run(coloursOf)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const shown = await tab.run(() =>
    Array.from(document.querySelectorAll('nav, form, h1'), (one) => one.checkVisibility() && one.localName),
  );
  expect(shown.filter(Boolean)).toEqual(['h1']);
});
