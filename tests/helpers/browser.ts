import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { NO_CHROMIUM } from './chromium.ts';

/** Starts the browser of a test file, and ends it with the file. Ask for it inside a test only. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;

  beforeAll(async () => {
    const executablePath = inject('chromium');
    if (executablePath === '') throw new Error(NO_CHROMIUM);
    // Chromium's sandbox cannot be had as root. The pages are our own.
    browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  });
  afterAll(() => browser?.close());

  return () => {
    if (browser === undefined) throw new Error('The browser runs inside tests only.');
    return browser;
  };
}
