import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { PHONE } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

function sectionOf(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true }).locator('xpath=ancestor::*[self::li or self::section][1]');
}

test.for([
  ['/', '£2.4M', 2],
  ['/our-approach/', 'Delivered Outcomes', 3],
  ['/case-study/', 'Key results', 2],
] as const)('%s has its figures in a dark band', async ([address, text, part], { open, expect }) => {
  const { page } = await open(address);
  const band = page.locator(`main > :nth-child(${part})`);
  expect(await band.innerText()).toContain(text);
  expect(await band.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(15, 30, 40)');
});

describe('the page about the approach', () => {
  test('delivers four outcomes', async ({ open, expect }) => {
    const { page } = await open('/our-approach/');
    const outcomes = sectionOf(page, 'Delivered Outcomes').locator('dl > div, li');
    const claims = [
      ['£2.4M', 'average annual value'],
      ['35%', 'faster strategic decisions'],
      ['4:1', 'return on investment within 12 months'],
      ['100%', 'regulatory compliance'],
    ] as const;
    expect(await outcomes.count()).toBe(4);
    for (const [figure, term] of claims) {
      expect(await outcomes.filter({ hasText: figure }).filter({ hasText: term }).count(), term).toBe(1);
    }
  });

  test('has four phases in order, each with its length', async ({ open, expect }) => {
    const { page } = await open('/our-approach/');
    const phases = sectionOf(page, 'Four-Phase Universal Method').locator('ol > li');
    const expected = [
      ['Data Discovery & Gap Analysis', '2-3 weeks'],
      ['Custom Algorithm Development', '4-6 weeks'],
      ['Platform Build & Integration', '6-8 weeks'],
      ['Training & Optimisation', '2-3 weeks'],
    ] as const;
    expect(await phases.getByRole('heading').allInnerTexts()).toEqual(expected.map(([name]) => name));
    for (const [index, [, length]] of expected.entries()) {
      expect(await phases.nth(index).innerText()).toContain(length);
    }
  });

  test('has three options, and no prices', async ({ open, expect }) => {
    const { page } = await open('/our-approach/');
    const section = sectionOf(page, 'Three Strategic Investment Options');
    const options = section.locator('li:has(h3)');
    const expected = [
      ['Strategic Assessment', '4 weeks (Phases 1-2)'],
      ['Competitive Transformation', '6 months'],
      ['Market Leadership', '12-18 months'],
    ] as const;
    expect(await options.count()).toBe(3);
    for (const [index, texts] of expected.entries()) {
      for (const text of texts) expect(await options.nth(index).innerText()).toContain(text);
    }
    expect(await section.innerText()).not.toMatch(/[£$€]/);
    const phases = ['Data Discovery & Gap Analysis', 'Custom Algorithm Development']; // of no other option are they known
    const [first, ...others] = await options.allInnerTexts();
    expect(first).toContain(phases.join(', then '));
    for (const other of others) expect(other).not.toMatch(new RegExp(phases.join('|')));
  });
});

describe('the case study', () => {
  test('presents key results, challenge, approach, solution and results, in this order', async ({ open, expect }) => {
    const { page } = await open('/case-study/');
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    const told = ['Key results', 'Challenge', 'Approach', 'Solution', 'Results'];
    expect(headings.filter((heading) => told.includes(heading))).toEqual(told);
    expect(await page.getByRole('main').innerText()).toMatch(/social housing developer/i);
  });

  test('shows funding, time and the gain in data accuracy as key results', async ({ open, expect }) => {
    const { page } = await open('/case-study/');
    const results = sectionOf(page, 'Key results').locator('dl > div, li');
    expect(await results.filter({ hasText: '£7M' }).filter({ hasText: /fund/ }).count()).toBe(1);
    expect(await results.filter({ hasText: '6 months' }).count()).toBe(1);
    expect(await results.first().innerText()).toMatch(/100%[^]*data accuracy|data accuracy[^]*100%/);
    expect(await results.count()).toBe(3);
  });

  test('names the solution Civic Vision, and its four parts', async ({ open, expect }) => {
    const { page } = await open('/case-study/');
    const solution = page.getByRole('heading', { name: 'Solution', exact: true }).locator('xpath=ancestor::section[1]');
    expect(await solution.innerText()).toContain('Civic Vision');
    expect(await solution.getByRole('listitem').count()).toBe(4);
  });

  test('draws one record for each home, some beside it and some on it', async ({ open, expect }) => {
    const { page } = await open('/case-study/');
    const [homes, wrong, corrected] = await page
      .locator('figure > svg[viewBox="0 0 1200 228"]')
      .locator('.stroke-ink, [stroke-dasharray]')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')!.split('m').length - 1));
    expect(wrong).toBeGreaterThan(9);
    expect(corrected).toBeGreaterThan(9); // an outline of each row, and a line between neighbours
    expect(wrong! + corrected!).toBe(homes);
  });

  test('ends its results with the figures, and quotes the client', async ({ open, expect }) => {
    const { page } = await open('/case-study/');
    const results = (await sectionOf(page, 'Results').innerText()).replaceAll('\u00a0', ' ');
    for (const figure of ['6 months', '100%']) expect(results).toContain(figure);
    const testimonial = page.getByRole('figure').filter({ has: page.locator('blockquote') });
    expect(await testimonial.locator('blockquote').innerText()).toMatch(/\w+/);
    expect(await testimonial.locator('figcaption').innerText()).toMatch(/\w+/);
  });
});

describe('the contact page', () => {
  test('asks for four values, all required', async ({ open, expect }) => {
    const { page } = await open('/contact/');
    const fields = [
      ['Full Name', { type: 'text', name: 'name', autocomplete: 'name' }],
      ['Email Address', { type: 'email', name: 'email', autocomplete: 'email' }],
      ['Organisation', { type: 'text', name: 'company', autocomplete: 'organization' }],
      ['Your Data Challenge', { name: 'message', rows: '5' }],
    ] as const;
    for (const [label, attributes] of fields) {
      const field = page.getByRole('textbox', { name: label, exact: true });
      for (const [name, value] of Object.entries({ ...attributes, required: '' })) {
        expect(await field.getAttribute(name), `${label}: ${name}`).toBe(value);
      }
      expect(await page.locator('label', { hasText: label }).isVisible()).toBe(true);
    }
    expect(await page.locator('form').getByRole('textbox').count()).toBe(4);
  });

  test('says once that nothing is sent, at the button as well for screen readers, and gives the e-mail address', async ({
    open,
    expect,
  }) => {
    const { page } = await open('/contact/');
    const main = page.getByRole('main');
    const text = await main.innerText();
    expect(text.match(/not connected|nothing you type is sent/gi)).toEqual([
      'not connected',
      'nothing you type is sent',
    ]);
    const button = page.getByRole('button', { name: 'Submit Enquiry' });
    const note = page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`);
    expect(await note.innerText()).toMatch(/not connected yet: nothing you type is sent/);
    const email = main.locator('a[href^="mailto:"]'); // the only one
    expect(await email.getAttribute('href')).toBe(`mailto:${await email.innerText()}`);
  });

  test.for([{ width: 1280, height: 720 }, PHONE])(
    'shows that nothing is sent above the first field, and both without scrolling ($width pixels)',
    async (viewport, { open, expect }) => {
      const { page } = await open('/contact/', { viewport });
      const bottomOf = async (name: string) => {
        const { y, height } = (await page.locator(name).boundingBox())!;
        return y + height;
      };
      expect(await bottomOf('[name=name]')).toBeLessThan(viewport.height);
      expect(await bottomOf('#not-connected')).toBeLessThan(await bottomOf('[name=name]'));
    },
  );

  test('links back home, and has no form except the one that cannot send', async ({ open, expect }) => {
    const { page } = await open('/contact/');
    expect(await page.getByRole('main').getByRole('link', { name: /home/i }).getAttribute('href')).toBe('/');
    const forms = await page
      .locator('form')
      .evaluateAll((all) =>
        all.map((form) => [
          form.getAttribute('method'),
          form.getAttribute('action'),
          form.querySelectorAll('[formaction]').length,
        ]),
      );
    expect(forms).toEqual([['dialog', null, 0]]);
  });
});
