import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { NOT_FOUND_ERRORS } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

describe('an unknown path', () => {
  test.for(['/x', '/a/b/c', '/contact/x', '/contact/x/'])(
    '%s gets the complete not-found page',
    async (path, { open, expect }) => {
      const visit = await open(path, { expects: NOT_FOUND_ERRORS });
      const { page } = visit;
      const requests = visit.requests.filter((request) => request.resourceType() !== 'other'); // icons load at any time
      const answers = requests.map(async (request) => [request.resourceType(), (await request.response())?.status()]);
      expect(await Promise.all(answers)).toEqual([
        ['document', 404],
        ['font', 200],
        ['stylesheet', 200],
        ['script', 200],
      ]);
      const main = page.getByRole('main');
      expect(await main.getByText('404', { exact: true }).isVisible()).toBe(true);
      expect(await main.getByText('Oops! Page not found', { exact: true }).isVisible()).toBe(true);
      const home = main.getByRole('link', { name: 'Return to Home', exact: true });
      expect(await home.getAttribute('href')).toBe('/');
      expect(await page.locator('link[rel=canonical]').count()).toBe(0);
    },
  );
});
