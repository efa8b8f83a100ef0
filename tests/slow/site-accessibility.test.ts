import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findBarriers, type Barriers } from '../helpers/axe.ts';
import { useBrowser } from '../helpers/browser.ts';
import { submit } from '../helpers/enquiry.ts';
import { siteTest } from '../helpers/site.ts';
import { NARROW, NOT_FOUND_ERRORS, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

const PAGES = ['/', '/contact/', '/our-approach/', '/case-study/', '/x', '/500.html', '/draft/'];
const NONE: Barriers = { violations: [], undecided: [] };

/** States of a page that do not need a reload. */
const LOOKS: Readonly<Record<string, Parameters<Page['emulateMedia']>[0]>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
  paper: { media: 'print', colorScheme: 'light', forcedColors: 'none' },
};

describe('axe finds no violations', () => {
  test.for(PAGES)('on %s: light, dark, with forced colours, in print', async (address, { open, expect }) => {
    const { page } = await open(address, { expects: NOT_FOUND_ERRORS });
    await untilHydrated(page);
    for (const [look, media] of Object.entries(LOOKS)) {
      await page.emulateMedia(media);
      expect(await findBarriers(page), look).toEqual(NONE);
    }
  });

  test.for(PAGES)('on %s at a width of 320 pixels', async (address, { open, expect }) => {
    const { page } = await open(address, { expects: NOT_FOUND_ERRORS, viewport: NARROW });
    await untilHydrated(page);
    expect(await findBarriers(page)).toEqual(NONE);
  });

  test.for(PAGES)('on %s without JavaScript', async (address, { open, expect }) => {
    const { page } = await open(address, { expects: NOT_FOUND_ERRORS, javaScript: false });
    expect(await findBarriers(page)).toEqual(NONE);
  });

  test.for(['/', '/our-approach/'])('on %s with a tooltip open', async (address, { open, expect }) => {
    const { page } = await open(address);
    await untilHydrated(page);
    await page.locator('button[aria-describedby]').first().press('Enter');
    await page.getByRole('tooltip').waitFor();
    expect(await findBarriers(page)).toEqual(NONE);
  });

  test('after submitting an empty enquiry', async ({ open, expect }) => {
    const { page } = await open('/contact/');
    await untilHydrated(page);
    await submit(page);
    await page.locator('[name=name]:focus').waitFor();
    expect(await findBarriers(page)).toEqual(NONE);
  });
});

test.for([true, false])(
  'axe finds violations where there are some (JavaScript: %s)',
  async (javaScript, { open, expect }) => {
    const { page } = await open('/500.html', { javaScript });
    await page.evaluate(() => {
      const add = <Name extends 'img' | 'p' | 'button'>(name: Name) =>
        document.querySelector('main')!.appendChild(document.createElement(name));
      Object.assign(add('p'), { textContent: 'Can you read this?' }).style.color = '#999';
      for (const button of [add('button'), add('button')]) {
        Object.assign(button, { textContent: '.' }).style.cssText = 'display: block; width: 9px; height: 9px';
      }
      add('img');
    });
    const { violations } = await findBarriers(page);
    const rules = new Set(violations.map((line) => line.replace(/ .*/s, '')));
    expect([...rules].toSorted()).toEqual(['color-contrast', 'image-alt', 'target-size']);
  },
);
