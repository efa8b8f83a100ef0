/** Tests that run in every engine: `npm run test:browsers`. */
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import {
  poll,
  startEngine,
  type Driver,
  type Engine,
  type EngineName,
  type EngineOptions,
  type Key,
} from './engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: EngineName;
  }
}

/** The engine of this run. */
const ENGINE = inject('engine');

/** An open tab. A target is a selector and text that the element contains; the first visible one is used. */
export interface Tab extends Omit<Driver, 'click' | 'tap' | 'close'> {
  /** Waits until the result of a function in the page is truthy, and returns that. */
  readonly until: <Args extends readonly unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ) => Promise<NonNullable<Awaited<Result>>>;
  readonly untilShown: (selector: string, text?: string) => Promise<unknown>;
  readonly untilGone: (selector: string, text?: string) => Promise<unknown>;
  /** These wait for their target, and scroll to it. */
  readonly click: (selector: string, text?: string) => Promise<unknown>;
  readonly hover: (selector: string, text?: string) => Promise<unknown>;
  readonly tap?: (selector: string, text?: string) => Promise<unknown>;
  /** Replaces the text of a field by keys. */
  readonly fill: (selector: string, text: string) => Promise<unknown>;
  readonly type: (text: string) => Promise<unknown>;
  readonly texts: (selector: string) => Promise<string[]>;
  readonly valueOf: (selector: string) => Promise<string>;
  /** Goes back in the history without waiting for the page. */
  readonly back: () => Promise<unknown>;
  /** Requests a page without waiting for it. */
  readonly leaveFor: (url: string) => Promise<unknown>;
  /** The arguments of console calls and `exception: …` on this page, if its server is `serveOut`. */
  readonly logged: () => Promise<unknown[][]>;
}

const DESKTOP = [1280, 800] as const;

/** Starts the engine for a test file. Call the result only inside tests: it opens a tab until the test ends. */
export function useEngine(options: EngineOptions = {}): (size?: readonly [number, number]) => Promise<Tab> {
  let engine: Engine | undefined;
  beforeAll(async () => {
    engine = await startEngine(ENGINE, options);
  });
  afterAll(() => engine?.stop());

  return async (size = DESKTOP) => {
    if (engine === undefined) throw new Error('The browser runs inside tests only.');
    const driver = await engine.open();
    onTestFinished(async () => void (await driver.close()));
    await driver.resize(...size);
    await driver.move(1, 1);
    return tabOf(driver);
  };
}

function tabOf(driver: Driver): Tab {
  const { click, tap, ...others } = driver;
  const { run, move, press } = others;
  const until = ((script, ...args) =>
    poll(() => run(script, ...args), `${String(script)} of ${JSON.stringify(args)}`)) as Tab['until'];
  const placeOf = (selector: string, text = '') => until(locate, selector, text);
  return {
    ...others,
    until,
    untilShown: placeOf,
    untilGone: (selector, text = '') => until(isGone, selector, text),
    click: async (selector, text) => click(...(await placeOf(selector, text))),
    hover: async (selector, text) => move(...(await placeOf(selector, text))),
    ...(tap && { tap: async (selector, text) => tap(...(await placeOf(selector, text))) }),
    fill: async (selector, text) => {
      await until((name) => {
        const field = document.querySelector<HTMLInputElement>(name);
        field?.focus();
        field?.select();
        return field !== null;
      }, selector);
      await press(toKeys(text));
    },
    type: (text) => press(toKeys(text)),
    texts: (selector) => run((name) => [...document.querySelectorAll(name)].map((one) => one.textContent), selector),
    valueOf: (selector) => run((name) => document.querySelector<HTMLInputElement>(name)!.value, selector),
    back: () => run(() => history.back()),
    leaveFor: (url) => run((address) => void (location.href = address), url),
    logged: () => run(() => (window as unknown as { logged: unknown[][] }).logged),
  };
}

const toKeys = (text: string): Key[] => Array.from(text, (character) => (character === '\n' ? 'Enter' : character));

/** Scrolls an element into view, and returns a point on it once that rests: Firefox scrolls in another process. */
async function locate(selector: string, text: string): Promise<[number, number] | undefined> {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const all = [...document.querySelectorAll(selector)];
  const element = all.find((one) => one.textContent.includes(text) && isShown(one));
  if (element === undefined) return undefined;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const pointOn = (): [number, number] => {
    const line = element.getClientRects()[0]; // the first part of a link that is broken across lines
    return line ? [line.left + line.width / 2, line.top + line.height / 2] : [0, 0];
  };
  const before = pointOn();
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return String(before) === String(pointOn()) ? before : undefined;
}

function isGone(selector: string, text: string): boolean {
  return ![...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text));
}
