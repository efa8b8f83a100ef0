import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, loggedBy, NOT_FOUND_ERRORS, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('the site on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  test('allows its pages only their own files, and does not violate that policy', async ({ open, expect }) => {
    const visit = await open('/', { expects: NOT_FOUND_ERRORS });
    const { page } = visit;
    for (const address of ADDRESSES) {
      await page.goto(address);
      await untilHydrated(page);
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'none'");
      expect(policy).not.toContain('unsafe');
    }
    expect(visit.troubles).toEqual([]);
  });

  test('reports violations of that policy', async ({ open, expect }) => {
    const visit = await open('/', { expects: [/content security policy/i, /tracker\.example/] });
    await visit.page.evaluate(() =>
      document.body.append(Object.assign(new Image(), { src: 'https://tracker.example/' })),
    );
    await expect
      .poll(() => loggedBy(visit))
      .toEqual([['Breach of the content security policy:', 'img-src', 'https://tracker.example/']]);
  });
});
