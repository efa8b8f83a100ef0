/** Random edits while two tabs are open: each ends with the page that a new tab gets. */
import * as fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { changeByScript, compare, useCounter } from '../helpers/used-page.ts';

const browser = useBrowser();
const EDITS = 100;
const SOON = { timeout: 20_000 };

/** Neither the page nor its HTML shows by how much it counts. */
const counter = ({ label, by }: Content) => `import { useState } from 'react';
import { island } from 'sitegen';
export default island('counter', ({ from }: { from: number }) => {
  const [count, setCount] = useState(from);
  return <button onClick={() => setCount(count + ${by})}>{'${label} ' + count}</button>;
});`;

const FRAME = `import { island } from 'sitegen';
export default island('frame', ({ children }: any) => <section>{children}</section>);`;

/** A page in parts. */
interface Content {
  readonly parts: readonly string[];
  readonly from: number;
  readonly margin: number;
  readonly language: string;
  readonly label: string;
  readonly by: number;
}

type Edit = (content: Content) => Content;

const part = fc.oneof(
  fc.nat(9).map((n) => `<p>text ${n}</p>`),
  fc.nat(9).map((n) => `<p className="c${n}">text</p>`),
  fc.nat().map((n) => `<section id="s${n}"><h2>${n}</h2><ul><li>a</li><li>b{${n}}</li></ul></section>`),
  fc
    .nat(9)
    .map((n) => `<details open={${n % 2 === 0}}><summary>{${n}}</summary><input defaultValue="${n}" /></details>`),
  fc
    .nat(9)
    .map(
      (n) =>
        `<select aria-label="s" defaultValue="${n % 3}"><option>0</option><option>1</option><option>2</option></select>`,
    ),
  fc
    .nat(9)
    .map(
      (n) => `<section><h3>{${n}}</h3><details><summary>More</summary></details><input type="checkbox" /></section>`,
    ),
  fc.nat(9).map((n) => `<table><tbody><tr><td>{${n}}</td></tr></tbody></table>`),
  fc.constant('<svg viewBox="0 0 1 1"><path d="M0 0h1" /></svg>'),
  fc.nat(9).map((n) => `<div><Counter from={${n}} /></div>`),
  fc.nat(2).map((n) => `<Frame><Counter from={${n}} /><p>in a frame</p></Frame>`),
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), part).map(
      ([at, text]): Edit =>
        (content) =>
          withParts(content, (parts) => parts.toSpliced(at % (parts.length + 1), 0, text)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat().map(
      (at): Edit =>
        (content) =>
          withParts(content, (parts) => parts.toSpliced(at % (parts.length + 1), 1)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(), part).map(
      ([at, text]): Edit =>
        (content) =>
          withParts(content, (parts) => parts.toSpliced(at % (parts.length + 1), 1, text)),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Edit>((content) => withParts(content, (parts) => parts.toReversed())) },
  { weight: 1, arbitrary: fc.nat(3).map((from): Edit => (content) => ({ ...content, from })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((by): Edit => (content) => ({ ...content, by })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('count', 'number').map((label): Edit => (content) => ({ ...content, label })),
  },
  { weight: 1, arbitrary: fc.nat(9).map((margin): Edit => (content) => ({ ...content, margin })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('en', 'de', 'fr').map((language): Edit => (content) => ({ ...content, language })),
  },
);

/** Several saves at once, now and then. */
const saves = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(edit) },
    { weight: 1, arbitrary: fc.array(edit, { minLength: 2, maxLength: 20 }) },
  ),
  { minLength: EDITS, maxLength: EDITS },
);

test.each(['react', 'preact'])(
  'an open page never differs from the page that was built, on %s',
  { timeout: 600_000 },
  async (runtime) => {
    const [edits = []] = fc.sample(saves, { numRuns: 1, seed: inject('propertyRuns') });
    let content: Content = { parts: ['<p>first</p>'], from: 0, margin: 0, language: 'en', label: 'count', by: 1 };
    let revision = 0;
    const project = await makeProject({
      ...filesOf(content, 0),
      'templates/islands/frame.tsx': FRAME,
      'sitegen.config.ts': `export default { islands: { runtime: '${runtime}' } };`,
    });
    const server = await serveProject(project);
    const [used, unused] = [await browser().newPage(), await browser().newPage()];
    for (const tab of [used, unused]) await tab.goto(server.url);

    for (const [index, batch] of edits.entries()) {
      for (const change of batch) {
        content = change(content);
        revision += 1;
        await project.write(filesOf(content, revision));
      }
      for (const tab of [used, unused]) {
        await tab.locator(`[data-revision="${revision}"]`).waitFor({ state: 'attached' });
        // A build may publish between the news of the last one and the request for its page. More news follow.
        await expect.poll(() => compare(tab, tab === unused), SOON).toEqual({ isSame: true });
      }
      if (index % 2 === 0) await used.evaluate(changeByScript);
      // A visitor uses the page. What becomes of that is no difference, but it works as the code of now says.
      for (const tab of index % 3 === 0 ? [used] : []) await expect.poll(() => useCounter(tab), SOON).toBe(content.by);
      if (index % 4 === 0) await used.evaluate(() => document.querySelector('details')?.toggleAttribute('open'));
    }
    for (const tab of [used, unused]) await tab.close();
  },
);

function withParts(content: Content, change: (parts: readonly string[]) => readonly string[]): Content {
  return { ...content, parts: change(content.parts) };
}

function filesOf(content: Content, revision: number) {
  const { parts, from, margin, language } = content;
  const body = `<div lang="${language}" data-revision="${revision}">${parts.join('\n')}<Counter from={${from}} /></div>`;
  const imports = `import Counter from '../islands/counter.tsx'; import Frame from '../islands/frame.tsx';`;
  return {
    'templates/islands/counter.tsx': counter(content),
    'templates/pages/index.tsx': page('Home', body, imports),
    'templates/site.css': `p { margin: ${margin}px }`,
  };
}
