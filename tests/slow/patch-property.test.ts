/** Random edits while two tabs are open: each ends with the page that a new tab gets. */
import * as fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';

const browser = useBrowser();
const EDITS = 200;

const COUNTER = `import { useState } from 'react';
import { island } from 'sitegen';
export default island('counter', ({ from }: { from: number }) => {
  const [count, setCount] = useState(from);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
});`;

/** A page in parts. */
interface Content {
  readonly parts: readonly string[];
  readonly from: number;
  readonly margin: number;
  readonly language: string;
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
  fc.nat(9).map((n) => `<table><tbody><tr><td>{${n}}</td></tr></tbody></table>`),
  fc.constant('<svg viewBox="0 0 1 1"><path d="M0 0h1" /></svg>'),
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

test('an open page never differs from the page that was built', { timeout: 600_000 }, async () => {
  const [edits = []] = fc.sample(saves, { numRuns: 1, seed: inject('propertyRuns') });
  let content: Content = { parts: ['<p>first</p>'], from: 0, margin: 0, language: 'en' };
  let revision = 0;
  const project = await makeProject({ ...filesOf(content, 0), 'templates/islands/counter.tsx': COUNTER });
  const server = await serveProject(project);
  const tabs = await Promise.all([browser().newPage(), browser().newPage()]);
  for (const tab of tabs) await tab.goto(server.url);

  for (const [index, batch] of edits.entries()) {
    for (const change of batch) {
      content = change(content);
      revision += 1;
      await project.write(filesOf(content, revision));
    }
    for (const tab of tabs) {
      await tab.locator(`[data-revision="${revision}"]`).waitFor({ state: 'attached' });
      // One save may be built in two steps: the page, and then its stylesheet.
      await expect
        .poll(async () => ({ index, ...(await compare(tab)) }), { timeout: 20_000 })
        .toSatisfy(({ shown, built }: Compared) => shown === built);
    }
    // A visitor uses the page. What becomes of that is no difference.
    if (index % 3 === 0) await tabs[0]?.getByRole('button').click();
    if (index % 4 === 0) await tabs[0]?.evaluate(() => document.querySelector('details')?.toggleAttribute('open'));
  }
  for (const tab of tabs) await tab.close();
});

interface Compared {
  readonly shown: string;
  readonly built: string;
}

/** The document, and the page that the server has: without what islands and visitors have done. */
function compare(tab: Page): Promise<Compared> {
  return tab.evaluate(async () => {
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    await new Promise((resolve) => {
      request.addEventListener('load', resolve);
      request.send();
    });
    const [shown, built] = [document, request.responseXML!].map((root) => {
      const copy = root.documentElement.cloneNode(true) as Element;
      for (const island of copy.querySelectorAll('sitegen-island')) island.replaceChildren();
      for (const script of copy.querySelectorAll('script[src*="reload.js"]')) script.remove();
      for (const details of copy.querySelectorAll('details')) details.removeAttribute('open');
      return copy.outerHTML.replace(/\s+(?=<\/body>)/, '');
    });
    return { shown: shown!, built: built! };
  });
}

function withParts(content: Content, change: (parts: readonly string[]) => readonly string[]): Content {
  return { ...content, parts: change(content.parts) };
}

function filesOf({ parts, from, margin, language }: Content, revision: number) {
  const body = `<div lang="${language}" data-revision="${revision}">${parts.join('\n')}<Counter from={${from}} /></div>`;
  return {
    'templates/pages/index.tsx': page('Home', body, `import Counter from '../islands/counter.tsx';`),
    'templates/site.css': `p { margin: ${margin}px }`,
  };
}
