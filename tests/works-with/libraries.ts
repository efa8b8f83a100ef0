/** The tested libraries, how each is used in a browser, and known problems. Listed in docs/works-with.md. */
import type { Library } from './library.ts';

type Use = Library['use'];

const see =
  (text: string): Use =>
  (page) =>
    page.getByText(text, { exact: true }).waitFor();

const press =
  (name: string, result: string): Use =>
  async (page) => {
    await page.getByRole('button', { name, exact: true }).click();
    await see(result)(page);
  };

const turnGreen: Use = async (page) => {
  await page.getByRole('button', { name: 'Off' }).click();
  await page.locator('button:text("On")').evaluate((button) => {
    if (getComputedStyle(button).color !== 'rgb(0, 128, 0)') throw new Error('It is not green.');
  });
};

const island = (name: string, file: string, use: Use, more: Partial<Library> = {}): Library => ({
  title: name,
  package: name,
  file: `islands/${file}`,
  use,
  ...more,
});

const component = (name: string, file: string, use: Use, more: Partial<Library> = {}): Library => ({
  ...island(name, '', use, more),
  file: `components/${file}`,
});

export const LIBRARIES: readonly Library[] = [
  island('lucide-react', 'lucide-react', async (page) => {
    await page.getByLabel('light').click();
    await page.getByLabel('dark').waitFor();
  }),
  component('react-icons', 'react-icons', (page) =>
    page.locator('svg title:text("Beer")').waitFor({ state: 'attached' }),
  ),
  island('radix-ui', 'radix-ui', async (page) => {
    await press('Question', 'Answer')(page);
    await page.getByRole('tab', { name: 'Second' }).click();
    await see('Second panel')(page);
    await press('Open', 'Opened')(page);
    // Not with Escape: Preact runs effects after painting, so a visible dialog may not listen to keys yet.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Opened').waitFor({ state: 'detached' });
  }),
  island(
    'shadcn/ui',
    'shadcn-ui',
    async (page) => {
      await page.getByRole('combobox').click();
      await page.getByRole('option', { name: 'banana' }).click();
      await page.getByRole('combobox').filter({ hasText: 'banana' }).waitFor();
    },
    { package: 'class-variance-authority' },
  ),
  island('@headlessui/react', 'headlessui', async (page) => {
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await see('edited')(page);
  }),
  island('react-aria-components', 'react-aria', async (page) => {
    await press('More', 'Details')(page);
    await page.getByText('Sound').click();
    await page.getByRole('switch', { checked: true }).waitFor({ state: 'attached' });
  }),
  island(
    'react-hook-form with zod',
    'react-hook-form',
    async (page) => {
      await press('Send', 'Not an address')(page);
      await page.getByLabel('Email').fill('a@example.com');
      await press('Send', 'Sent: a@example.com')(page);
    },
    { package: 'react-hook-form' },
  ),
  island('motion', 'motion', async (page) => {
    await press('Show', 'Moved')(page);
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByText('Moved').waitFor({ state: 'detached' });
  }),
  island('styled-components', 'styled-components', turnGreen, {
    hasStyles: true,
    note: 'A component around it [renders its styles](styling.md#styles-in-javascript).',
  }),
  island('@emotion/styled', 'emotion', turnGreen, { hasStyles: true }),
  island(
    '@mui/material',
    'mui',
    async (page) => {
      await page.getByLabel('Name').fill('Ada');
      await press('Greet', 'Hello Ada')(page);
    },
    { hasStyles: true },
  ),
  island(
    '@chakra-ui/react',
    'chakra',
    async (page) => {
      await press('Clicked 0', 'Clicked 1')(page);
      await page.getByRole('tab', { name: 'Second' }).click();
      await see('Second panel')(page);
    },
    { hasStyles: true },
  ),
  island('react-intl', 'react-intl', async (page) => {
    await page.getByText('3 apples').waitFor();
    await page.getByRole('button').click();
    await page.getByText('3 Äpfel').waitFor();
  }),
  island('react-i18next', 'i18next', press('Hello', 'Hallo'), { title: 'i18next, react-i18next' }),
  island('zustand', 'zustand', press('Count 0', 'Count 1')),
  island('jotai', 'jotai', press('Count 0', 'Count 1')),
  island('@reduxjs/toolkit', 'redux-toolkit', press('Count 0', 'Count 1'), { title: '@reduxjs/toolkit, react-redux' }),
  island('@tanstack/react-query', 'react-query', press('Answer 1', 'Answer 2')),
  island('swr', 'swr', press('Answer 1', 'Answer 2')),
  island('embla-carousel-react', 'embla-carousel', press('Next', 'Slide 2')),
  island('swiper', 'swiper', press('Next', 'Slide 2')),
  island(
    'recharts',
    'recharts',
    async (page) => {
      await page.getByRole('button', { name: 'Add' }).click();
      await page.locator('tspan:text("three")').waitFor();
    },
    { note: 'The HTML has an empty box: the chart appears when the island hydrates.' },
  ),
  component('visx', 'visx', (page) => page.locator('rect[height="70"]').waitFor(), { package: '@visx/shape' }),
  component('date-fns', 'date-fns', see('1. März 2026')),
  component('react-markdown', 'react-markdown', (page) => page.locator('strong:text("bold")').waitFor()),
  component('MDX', 'mdx', (page) => page.locator('em:text("MDX")').waitFor(), {
    package: '@mdx-js/mdx',
    note: 'Built in: a page or an [import on a page](mdx.md).',
  }),
  island(
    'react-leaflet',
    'react-leaflet',
    async (page) => {
      await page.locator('path.leaflet-interactive').click();
      await see('Here')(page);
    },
    {
      note: 'Needs `window`: an island [in the browser only](islands.md#in-the-browser-only). `leaflet/dist/leaflet.css` belongs in the stylesheet; its import is not part of this test.',
    },
  ),
  island('next-themes', 'next-themes', async (page) => {
    await page.getByRole('button').click();
    await page.locator('html.dark').waitFor();
  }),
  component('lodash', 'lodash', see('Total 3')),
  island(
    'lodash/debounce',
    'lodash-debounce',
    async (page) => {
      await page.getByLabel('Search').fill('tea');
      await see('Searched for tea')(page);
    },
    { package: 'lodash' },
  ),
  component('dayjs, dayjs/plugin/utc', 'dayjs', see('2026-03-01 12:00'), { package: 'dayjs' }),
  island('react-bootstrap', 'react-bootstrap', press('Count 0', 'Count 1')),
  island('keen-slider', 'keen-slider', press('Next', 'Slide 2')),
  island('react-use', 'react-use', press('Off', 'On')),
  island('react-slick', 'react-slick', press('2', 'Slide 2')),
  island(
    'react-countup',
    'react-countup',
    async (page) => {
      await page.getByRole('button').click();
      await see('500')(page);
    },
    { note: 'The HTML has no number: it appears when the island hydrates.' },
  ),
  island('react-fast-marquee', 'react-fast-marquee', press('Pause', 'Paused')),
  component('react-syntax-highlighter', 'react-syntax-highlighter', async (page) => {
    await page.locator('code span', { hasText: '42' }).first().waitFor();
  }),
  component(
    '@uiw/react-markdown-preview',
    'react-markdown-preview',
    (page) => page.locator('strong:text("bold")').waitFor(),
    {
      note: 'A package that imports a `.css` file.',
    },
  ),
];
