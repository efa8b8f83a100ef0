import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { caseStudyAccount, confirmed } from '../../templates/content/company.ts';
import { questions } from '../../templates/draft/words.ts';
import { ADDRESSES, NOT_FOUND_ERRORS } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);
const answeredTest = siteTest(browser, 'answered');

/** All figures that pages may state, quoted from the brief. A figure follows what it counts. */
const BRIEF = [
  'average annual value £2.4M',
  'faster strategic decisions 35%',
  'return on investment within 12 months 4:1',
  'regulatory compliance 100%',
  'average cost reduction 25%',
  'to a return on investment 12 Months',
  'client satisfaction 100%',
  'faster project timelines 25%',
  'annual compliance savings £150k',
  'conversion 40%',
  'faster case processing 30%',
  'faster planning decisions 50%',
  'lower delivery costs 20%',
  'valuation accuracy 35%',
  'Data Discovery & Gap Analysis 2-3 weeks',
  'Custom Algorithm Development 4-6 weeks',
  'Platform Build & Integration 6-8 weeks',
  'Training & Optimisation 2-3 weeks',
  '4 weeks (Phases 1-2)',
  '6 months',
  '12-18 months',
  'improvement in data accuracy 100%',
  'accuracy improved by 100% within 6 months',
  'accuracy of its data by 100% in 6 months',
  'funding £7M',
  'funded with £7M',
  '£7M of funding',
  'Four-Phase Universal Method',
  'Three Strategic Investment Options',
  'Civic Vision has four parts',
  '404',
];

/** Facts derived from the brief: sums of its weeks, counts of its items, the meaning of 4:1. */
const DERIVED = [
  '14 to 20 weeks',
  'Phase 1: weeks 1 to 3',
  'Phase 2: weeks 4 to 9',
  'Phase 3: weeks 10 to 17',
  'Phase 4: weeks 18 to 20',
  'four phases',
  'Part 1',
  'Part 2',
  'Part 3',
  'Part 4',
  'six sectors',
  'three figures',
  'these four outcomes',
  'fit into 4 weeks',
  'all four fields',
  'one method',
  'one scale',
  'one place',
  'one set of programme data',
  'four pounds returned for each pound invested',
  'four pounds are returned for each pound invested',
  'web content accessibility guidelines 2.2',
];

/** A figure, and words that turn a statement into a claim. */
const CLAIMS =
  /[\d%£$€]|\b(one|two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?|thousands?|awards?|accredited|certified|leading|trusted|guaranteed?|proven|experts?|always|never|founded|since|best|biggest|largest)\b/gi;

/** The metadata and text of a page, without drawings, the illustrative record, the draft ribbon and the notes on samples. */
function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title, document.querySelector('meta[name=description]')!.getAttribute('content')];
    const tips: (string | null)[] = []; // they would separate a figure from what it counts
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement!.closest('[aria-hidden=true], script, #record figure, [href^="/draft/"]')) continue;
      (parentElement!.closest('[role=tooltip]') ? tips : texts).push(textContent);
    }
    return [...texts, ...tips].join(' ').split(/\s+/).join(' ');
  });
}

describe('no page claims more than the brief', () => {
  test.for(ADDRESSES.filter((address) => address !== '/draft/'))('%s', async (address, { open, expect }) => {
    const { page } = await open(address, { expects: NOT_FOUND_ERRORS });
    const text = await readPage(page);
    expect(text.length).toBeGreaterThan(200);
    const known = [...BRIEF, ...DERIVED].toSorted((a, b) => b.length - a.length);
    const rest = known.reduce((left, fact) => left.replaceAll(new RegExp(escape(fact), 'gi'), '…'), text);
    const claims = [...rest.matchAll(CLAIMS)].map(({ index }) => rest.slice(Math.max(0, index - 30), index + 30));
    expect(claims).toEqual([]);
  });

  test('open questions are on their own page, and on no other', async ({ open, expect }) => {
    const { page } = await open('/draft/', { expects: NOT_FOUND_ERRORS });
    const items = page.getByRole('main').locator('ol li');
    expect(await items.count()).toBe(questions.length);
    const asText = await page.getByRole('textbox', { includeHidden: true }).inputValue();
    for (const [index, { what, sample }] of questions.entries()) {
      const item = page.locator(`#q${index + 1}`);
      const text = (await item.innerText()).replaceAll('\u00a0', ' ');
      expect(text.toLowerCase()).toMatch(new RegExp(`^${index + 1}\\s+${escape(what.toLowerCase())}`));
      expect(text.includes('Shown until then: “')).toBe(sample !== '');
      expect(text).toContain(sample.replaceAll('\u00a0', ' '));
      expect(await item.getByRole('link').getAttribute('href')).toMatch(/^\/[^#]*#\w/);
      expect(asText).toMatch(new RegExp(`^${index + 1}\\. .*${escape(what)}$`, 'm'));
    }
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');

    const ribbon = `Draft for approval: ${questions.length} details still needed`;
    for (const address of ADDRESSES) {
      await page.goto(address);
      expect(await page.getByRole('link', { name: ribbon }).getAttribute('href'), address).toBe('/draft/');
      const text = await page.locator('body').innerText();
      expect(text, address).not.toMatch(/[[\]]|to be (supplied|confirmed)/);
      expect(text.match(/to follow/gi)?.length ?? 0, address).toBeLessThanOrEqual(4);
    }
  });

  test('samples are marked where they stand, with the number of their question', async ({ open, expect }) => {
    const places = {
      '/': ['Property Data Advisory', 'enquiries@example.com', 'Technical officer', confirmed.sectors],
      '/our-approach/': [confirmed.outcomes],
      '/contact/': ['enquiries@example.com'],
      '/case-study/': [
        caseStudyAccount.challenge,
        caseStudyAccount.approach,
        'Social housing developer',
        'Property Data Advisory',
      ],
    };
    const { page } = await open('/');
    for (const [address, samples] of Object.entries(places)) {
      await page.goto(address);
      for (const text of samples) {
        const number = questions.findIndex(({ sample }) => sample === text) + 1;
        const note = page.getByRole('link', { name: `sample ${number}`, exact: true }).first();
        expect(await note.getAttribute('href')).toBe(`/draft/#q${number}`);
        expect(await note.locator('..').textContent(), address).toContain(`${text} sample ${number}`);
      }
    }
  });

  answeredTest('an answered site has no trace of the draft', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    for (const address of ADDRESSES.filter((other) => other !== '/draft/')) {
      await page.goto(address);
      expect(await page.locator('[href^="/draft/"]').count(), address).toBe(0);
      expect(await page.locator('body').innerText(), address).not.toMatch(/draft|sample|to follow/i);
    }
  });
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
