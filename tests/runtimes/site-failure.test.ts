import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { changedSiteTest } from '../helpers/site.ts';
import { loggedBy } from '../helpers/visit.ts';

const browser = useBrowser();

/** A page on which two of three islands fail, one while rendering and one afterwards. */
const FAILING = {
  'templates/islands/fails.tsx': `
    import { useEffect } from 'react';
    import { island } from 'sitegen';
    function Fails({ late }: { late: boolean }) {
      if (!late && typeof window !== 'undefined') throw new Error('failed at once');
      useEffect(() => {
        if (late) throw new Error('failed late');
      }, []);
      return <p>an island that fails</p>;
    }
    export default island('fails', Fails);`,
  'templates/islands/sound.tsx': `
    import { useEffect, useState } from 'react';
    import { island } from 'sitegen';
    function Sound() {
      const [text, setText] = useState('asleep');
      useEffect(() => setText('hydrated'), []);
      return <p>{text}</p>;
    }
    export default island('sound', Sound);`,
  'templates/pages/failing.tsx': `
    import Fails from '../islands/fails.tsx';
    import Sound from '../islands/sound.tsx';
    export const meta = { title: 'Failing', description: 'A page with islands that fail in the browser.' };
    export default function FailingPage() {
      return <><h1>Before</h1><Fails late={false} /><Fails late /><Sound /><p>After</p></>;
    }`,
};

describe.each(RUNTIMES)('on %s', () => {
  const test = changedSiteTest(browser, FAILING);

  test('failing islands are logged and keep their HTML, and the rest of the page is unaffected', async ({
    open,
    expect,
  }) => {
    const visit = await open('/failing/', { expects: [/failed (at once|late)/] });
    const lines = async () => (await visit.page.getByRole('main').innerText()).split(/\s*\n\s*/);
    const served = 'an island that fails';
    await expect.poll(lines).toEqual(['Before', served, served, 'hydrated', 'After']);
    expect((await loggedBy(visit)).length).toBeGreaterThan(0);
  });

  test('the page for server errors says so, without a script', async ({ open, expect }) => {
    const { page, requests } = await open('/500.html');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Unexpected Application Error!');
    expect(requests.filter((request) => request.resourceType() === 'script')).toEqual([]);
  });
});
