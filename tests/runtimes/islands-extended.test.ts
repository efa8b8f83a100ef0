import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { ISLAND_RUNTIMES, RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const COUNTER = `function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>count {n}</button>; }`;

describe.each(ISLAND_RUNTIMES)('on %s', (runtime) => {
  const open = (islands: Record<string, string>, body: string, more: Record<string, string> = {}) =>
    openIslands(browser(), { runtime, islands: { ...islands, counter: COUNTER }, body, more });

  test('dates, maps, sets, URLs and large numbers arrive in the browser', async () => {
    const { tab, hydrate, messages, mutations } = await open(
      {
        facts: `function Facts({ when, rows, site, like }: any) {
  const [n, set] = useState(0n);
  const text = [when.toISOString(), rows.get('a').has(2), site.host, String(like.$.big + n)].join();
  return <button onClick={() => set(n + 1n)}>{text}</button>;
}`,
      },
      `<Facts when={new Date(0)} rows={new Map([['a', new Set([1, 2])]])} site={new URL('https://example.com/x')} like={{ $: { big: 9007199254740993n } }} />`,
    );
    const text = '1970-01-01T00:00:00.000Z,true,example.com,900719925474099';

    await hydrate();
    expect([messages, await mutations()]).toEqual([[], []]);
    await tab.getByRole('button', { name: `${text}3` }).click();
    await tab.getByRole('button', { name: `${text}4` }).waitFor();

    expect(messages).toEqual([]);
  });

  test('elements in props are part of the page, at once or later, and islands in them hydrate', async () => {
    const { tab, hydrate, messages, mutations } = await open(
      {
        tabs: `function Tabs({ icon, tabs }: any) {
  const [at, go] = useState(0);
  return <section>{icon}<nav>{tabs.map(({ label }: any, index: number) => <button key={label} onClick={() => go(index)}>{label}</button>)}</nav>
    <div>{tabs[at].panel}</div></section>;
}`,
      },
      `<Tabs icon={<em>!</em>} tabs={[{ label: 'one', panel: <p>first {'panel'}</p> }, { label: 'two', panel: <div>second <Counter /></div> }]} />`,
    );
    const sent = await tab.locator('section').innerText();

    await hydrate();
    expect([messages, (await mutations()).filter((change) => !/#comment|TEMPLATE/.test(change))]).toEqual([[], []]);
    await tab.getByRole('button', { name: 'two' }).click();
    await tab.getByRole('button', { name: 'count 0' }).click();
    await tab.getByRole('button', { name: 'count 1' }).waitFor();
    await tab.getByRole('button', { name: 'one' }).click();
    await tab.getByText('first panel').waitFor();
    await tab.getByRole('button', { name: 'two' }).click();
    await tab.getByRole('button', { name: 'count 1' }).click();
    await tab.getByRole('button', { name: 'count 2' }).waitFor();

    expect(sent).toMatch(/!\s*onetwo\s*first panel/);
    expect(await tab.locator('template').count()).toBe(0);
    expect(messages).toEqual([]);
  });

  test('children that an island shows later are in a template until then, and may contain islands', async () => {
    const { tab, hydrate, messages } = await open(
      {
        dialog: `function Dialog({ title, children }: any) {
  const [isOpen, open] = useState(false);
  return <><button onClick={() => open(!isOpen)}>{title}</button>{isOpen && <div role="dialog">{children}</div>}</>;
}`,
      },
      `<Dialog title="outer"><p id="inside">Inside</p><Dialog title="inner"><Counter /></Dialog></Dialog>`,
    );
    const hidden = await tab.locator('template').evaluate((one: HTMLTemplateElement) => one.content.textContent);

    await hydrate();
    await tab.getByRole('button', { name: 'outer' }).click();
    await tab.getByRole('button', { name: 'inner' }).click();
    await tab.getByRole('button', { name: 'count 0' }).click();
    await tab.getByRole('button', { name: 'count 1' }).waitFor();
    await tab.getByRole('button', { name: 'outer' }).click();
    await tab.getByText('Inside').waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'outer' }).click();
    await tab.getByRole('button', { name: 'count 1' }).waitFor();

    expect(hidden).toContain('Inside');
    expect(messages).toEqual([]);
  });
});

describe.each(RUNTIMES)('on %s', (runtime) => {
  test.each([
    ['has no box by default', '', 0],
    ['has the box that it asks for', ", { className: 'block' }", 20],
    ['has it while a fallback is shown', ", { className: 'grid', fallback: <p>text</p> }", 20],
  ])('the element around an island %s, for styles of its container', async (_, options, expected) => {
    const component = options.includes('fallback') ? `() => import('../text.tsx')` : 'Text';
    const { tab, hydrate, messages } = await openIslands(browser(), {
      runtime,
      islands: { text: '' },
      body: '<div className="row"><Text /><Text /></div>',
      more: {
        'templates/text.tsx': 'export default () => <p>text</p>;',
        'templates/islands/text.tsx': `import { island } from 'sitegen';
import Text from '../text.tsx';
export default island('text', ${component}${options});`,
        'templates/site.css': `p { margin: 0; height: 10px } .row > * + * { margin-top: 20px }
.block { display: block } .grid { display: grid }`,
      },
    });
    const space = async () => {
      const [first, second] = await tab
        .locator('.row p')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      return (second ?? 0) - (first ?? 0) - 10;
    };

    expect(await space()).toBe(expected);
    await hydrate();
    expect(await space()).toBe(expected);
    expect(messages).toEqual([]);
  });

  test.each(['auto', 'true', 'false'])('a component can run only in the browser (split: %s)', async (split) => {
    const { tab, hydrate, messages } = await openIslands(browser(), {
      runtime,
      islands: {},
      body: `<Map place="here" from={new Date(0)}><b>child</b></Map><Map place="there" hydrate="interaction" />`,
      more: {
        'sitegen.config.ts': `export default { islands: { runtime: '${runtime}'${split === 'auto' ? '' : `, split: ${split}`} } };`,
        'templates/map.tsx': `import { useState } from 'react';
const width = window.innerWidth;
export default function Map({ place, from, children }: any) {
  const [n, set] = useState(0);
  return <button onClick={() => set(n + 1)}>{place} {typeof width} {from?.getTime()} {n} {children}</button>;
}`,
        'templates/islands/map.tsx': `import { island } from 'sitegen';
export default island('map', () => import('../map.tsx'), { fallback: <p>Loading</p> });`,
        'templates/pages/index.tsx': `import Map from '../islands/map.tsx';
export const meta = { title: 'Home', description: 'About it.' };
export default () => <main><h1>Home</h1><Map place="here" from={new Date(0)}><b>child</b></Map><Map place="there" hydrate="interaction" /><p id="end">End</p></main>;`,
      },
    });
    const sent = await tab.getByText('Loading').count();

    await hydrate();
    await tab.getByRole('button', { name: 'here number 0 0 child' }).click();
    await tab.getByRole('button', { name: 'here number 0 1 child' }).waitFor();
    const waiting = await tab.getByText('Loading').count();
    await tab.getByText('Loading').click();
    await tab.getByRole('button', { name: 'there number 0' }).waitFor();

    expect([sent, waiting, await tab.getByText('Loading').count()]).toEqual([2, 1, 0]);
    expect(messages).toEqual([]);
  });
});
