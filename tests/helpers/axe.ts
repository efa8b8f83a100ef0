import type { Result, run, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } }, // part of WCAG 2.2, and off by default
  resultTypes: ['violations', 'incomplete'],
  preload: false, // only for rules about videos and about style sheets of other sites
};

type Inspected = typeof window & { readonly axe: { readonly run: typeof run } };

/** One line for each: the rule, the place, and the reason. */
export interface Barriers {
  readonly violations: readonly string[];
  /** Results that a person has to judge. */
  readonly undecided: readonly string[];
}

/** Accessibility violations of a page in its current state, even if the page may not run scripts. */
export async function findBarriers(page: Page): Promise<Barriers> {
  // The content security policy does not apply to scripts evaluated by the debugger.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  await page.evaluate(makeReady);
  const { violations, incomplete } = await page.evaluate((options) => (window as Inspected).axe.run(options), OPTIONS);
  return { violations: linesOf(violations), undecided: linesOf(incomplete) };
}

function makeReady(): void {
  // Timers do not fire if scripting is off, and axe waits for some. Promises still resolve.
  if (matchMedia('(scripting: none)').matches) {
    const soon = (callback: () => void) => void Promise.resolve().then(callback);
    Object.assign(window, { setTimeout: soon });
  }
  // A colour in transition is neither the old nor the new one.
  for (const animation of document.getAnimations()) animation.finish();
  // axe treats clipped parts of a drawing as covering the text next to it.
  for (const shape of document.querySelectorAll<SVGElement>('svg[aria-hidden] *')) shape.style.visibility = 'hidden';
  // axe does not know that an open popover is on top of everything.
  for (const tip of document.querySelectorAll<HTMLElement>(':popover-open')) tip.style.zIndex = '1';
}

function linesOf(results: readonly Result[]): string[] {
  return results.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary, any, all, none }) => {
      const reason = failureSummary ?? [...any, ...all, ...none].map(({ message }) => message).join(' ');
      return `${id} at ${target.join(' ')}: ${reason}`;
    }),
  );
}
