import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { changedSiteTest } from '../helpers/site.ts';
import { untilHydrated } from '../helpers/visit.ts';

/** A page with parts of the site as no other page shows them yet. */
const pageWith = (title: string, quote: string) => `
import Tooltip from '../islands/tooltip.tsx';
import { Testimonial } from '../sections/testimonial.tsx';

export const meta = { title: '${title}', description: '${title}: parts of the site as no page shows them yet.' };

const WORDS = { heading: 'A view', pending: 'To follow.', role: 'Officer', organisation: 'A Council' };

export default function PartsPage() {
  return (
    <>
      <h1>${title}</h1>
      <p><Tooltip id="tip" term="A term">Its meaning</Tooltip></p>
      <Testimonial {...WORDS} quote="${quote}" name="${quote && 'A. Person'}" />
    </>
  );
}
`;

const browser = useBrowser();
const test = changedSiteTest(browser, {
  'templates/pages/parts.tsx': pageWith('Parts', ''),
  'templates/pages/quoted.tsx': pageWith(
    'Quoted',
    'We used to argue about which list was right. Now we argue about the decision.',
  ),
});

describe('a testimonial', () => {
  test('is one line until its words are known, and then as large as a heading', async ({ open, expect }) => {
    const look = async (address: string) => {
      const { page } = await open(address);
      return page.locator('main section').evaluate((section) => {
        const words = section.querySelector('blockquote')!;
        const author = section.querySelector('figcaption')!;
        return {
          lines: Math.round(section.clientHeight / parseFloat(getComputedStyle(section).lineHeight)),
          size: parseFloat(getComputedStyle(words).fontSize),
          share: words.clientWidth / section.clientWidth,
          author: author.innerText,
        };
      });
    };
    const [pending, known] = [await look('/parts/'), await look('/quoted/')];
    expect(pending).toMatchObject({ lines: 3, author: 'Officer, A Council' }); // one, and as much above and below
    expect(known).toMatchObject({ author: 'A. Person\nOfficer, A Council' });
    expect(known.size).toBeGreaterThan(2 * pending.size);
    expect(known.share).toBeGreaterThan(0.6);
  });
});

test('a tip opens outside of a list of figures, too', async ({ open, expect }) => {
  const { page } = await open('/parts/');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'A term' }).hover();
  await page.getByText('Its meaning').waitFor();
  await page.mouse.move(2, 2);
  await page.getByText('Its meaning').waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: 'A term' }).isVisible()).toBe(true);
});
