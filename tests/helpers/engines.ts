/** Three browser engines behind one small interface. What it does not offer is written with `run`, or is a test of Chromium's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launch, type KeyInput, type LaunchOptions, type Page } from 'puppeteer-core';
import { locateChromium, locateShell } from './chromium.ts';
import { findPort } from '../hosts/programs/server.ts';

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

export interface Engine {
  /** Opens an empty tab. Only the last one can be used. */
  readonly open: () => Promise<Driver>;
  readonly stop: () => Promise<void>;
}

/** A tab. Coordinates are CSS pixels in the window. */
export interface Driver {
  /** Resolves when the page is loaded, as for the two below. */
  readonly goto: (url: string) => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
  /** Runs a function in the page, and waits for its result, which is JSON like its arguments. */
  readonly run: <Args extends readonly unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Awaited<Result>>;
  readonly resize: (width: number, height: number) => Promise<unknown>;
  readonly move: (x: number, y: number) => Promise<unknown>;
  readonly click: (x: number, y: number) => Promise<unknown>;
  /** Absent in WebKit, whose driver turns touches into clicks. */
  readonly tap?: (x: number, y: number) => Promise<unknown>;
  readonly press: (keys: readonly Key[]) => Promise<unknown>;
  /** A PNG of the window. */
  readonly screenshot: () => Promise<Uint8Array>;
  readonly close: () => Promise<unknown>;
}

/** The code points of the W3C for keys that are not characters. */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const;

/** One of these, or a character. */
export type Key = keyof typeof KEYS | (string & {});

export interface EngineOptions {
  /** Prefers dark colours and reduced motion. */
  readonly isDarkAndStill?: boolean;
  /** Has a back/forward cache, which slows Chromium down; the others always have one. */
  readonly keepsPages?: boolean;
}

/** Debian's packages for an engine that is not installed. */
export function packagesMissingFor(name: EngineName): string | undefined {
  if (name === 'firefox' && !existsSync(FIREFOX)) return 'firefox-esr';
  if (name === 'webkit' && !(findMiniBrowser() && ['WebKitWebDriver', 'xvfb-run', 'xauth'].every(isInstalled)))
    return 'webkit2gtk-driver xvfb xauth';
  return undefined;
}

export function startEngine(name: EngineName, options: EngineOptions): Promise<Engine> {
  if (name === 'webkit') return startWebKit(options);
  return startPuppeteer(name === 'firefox' ? firefox(options) : chromium(options), options);
}

const FIREFOX = '/usr/bin/firefox-esr';

const firefox = ({ isDarkAndStill }: EngineOptions): LaunchOptions => ({
  browser: 'firefox',
  executablePath: FIREFOX,
  ...(isDarkAndStill && {
    extraPrefsFirefox: { 'layout.css.prefers-color-scheme.content-override': 0, 'ui.prefersReducedMotion': 1 },
  }),
});

const chromium = ({ keepsPages }: EngineOptions): LaunchOptions => ({
  browser: 'chrome',
  headless: keepsPages ? true : 'shell',
  executablePath: keepsPages ? locateChromium() : locateShell(),
  args: ['--no-sandbox'], // does not work for root; the pages are our own
});

/** Chromium without windows does not let pages copy after a click; with windows, and in other browsers, they can. */
const COPYING = { permission: { name: 'clipboard-write' }, state: 'granted' } as const;

async function startPuppeteer(options: LaunchOptions, { isDarkAndStill }: EngineOptions): Promise<Engine> {
  const browser = await launch(options);
  return {
    open: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      if (options.browser === 'chrome') await context.setPermission('*', COPYING);
      if (isDarkAndStill && options.browser === 'chrome')
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: 'dark' },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
      return driverOf(page, () => context.close());
    },
    stop: () => browser.close(),
  };
}

const driverOf = (page: Page, close: () => Promise<void>): Driver => ({
  goto: (url) => page.goto(url),
  reload: () => page.reload(),
  run: page.evaluate.bind(page) as unknown as Driver['run'],
  resize: (width, height) => page.setViewport({ width, height }),
  move: (x, y) => page.mouse.move(x, y),
  click: (x, y) => page.mouse.click(x, y),
  tap: (x, y) => page.touchscreen.tap(x, y),
  press: async (keys) => {
    for (const key of keys) await (key in KEYS ? page.keyboard.press(key as KeyInput) : page.keyboard.type(key));
  },
  screenshot: () => page.screenshot(),
  close,
});

/** As in the package libwebkit2gtk-4.1-0, which webkit2gtk-driver installs. */
function findMiniBrowser(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync('/usr/lib')
    .map((triplet) => `/usr/lib/${triplet}/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file));
}

const isInstalled = (program: string): boolean => existsSync(`/usr/bin/${program}`);

/** The tool bar is 447 pixels wide otherwise, and the window no narrower. */
const NARROW_TOOL_BAR =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-transform: scale(0) }';

/** WebKit's driver knows one window at a time. */
async function startWebKit({ isDarkAndStill }: EngineOptions): Promise<Engine> {
  const config = await mkdtemp(path.join(os.tmpdir(), 'sitegen-webkit-'));
  await mkdir(path.join(config, 'gtk-3.0'));
  await writeFile(path.join(config, 'gtk-3.0/gtk.css'), NARROW_TOOL_BAR);
  const preferences = isDarkAndStill ? 'gtk-theme-name=Adwaita-dark\ngtk-enable-animations=0\n' : '';
  await writeFile(path.join(config, 'gtk-3.0/settings.ini'), `[Settings]\n${preferences}`);

  const port = await findPort();
  // Ends with this process, however that ends: it closes the pipe, and `kill 0` ends the process group.
  const command = `xvfb-run -a -s '-screen 0 1920x3200x24' WebKitWebDriver --port=${port} & cat; kill 0`;
  const child = spawn('sh', ['-c', command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, XDG_CONFIG_HOME: config },
  });

  const origin = `http://127.0.0.1:${port}`;
  await poll(() => call('GET', `${origin}/status`), 'WebKitWebDriver');
  const { sessionId } = (await call('POST', `${origin}/session`, {
    capabilities: {
      alwaysMatch: {
        // Otherwise every command waits for the page, which tests hold back.
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
      },
    },
  })) as { readonly sessionId: string };
  const session = `${origin}/session/${sessionId}`;
  return {
    open: async () => webKitDriver(session),
    stop: async () => {
      await call('DELETE', session);
      child.stdin.end();
      await once(child, 'exit');
      await rm(config, { recursive: true });
    },
  };
}

function webKitDriver(session: string): Driver {
  const post = (command: string, body: object) => call('POST', `${session}/${command}`, body);
  const act = (type: 'pointer' | 'key', actions: readonly object[]) =>
    post('actions', { actions: [{ type, id: type, actions }] });
  const run: Driver['run'] = async (script, ...args) =>
    (await post('execute/sync', { script: `return (${String(script)}).apply(undefined, arguments)`, args })) as never;
  const moveTo = (x: number, y: number) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 });

  /** The command returns before the old page has left. */
  async function load(command: string, body: object): Promise<void> {
    await run(() => void Object.assign(window, { isLeaving: true }));
    await post(command, body);
    const isLoaded = () => document.readyState === 'complete' && !('isLeaving' in window);
    await poll(() => run(isLoaded), JSON.stringify(body));
  }

  return {
    goto: (url) => load('url', { url }),
    reload: () => load('refresh', {}),
    run,
    resize: (width, height) =>
      poll(async () => {
        const [innerW, innerH, bar] = await run(() => [innerWidth, innerHeight, outerHeight - innerHeight]);
        if (innerW === width && innerH === height) return true;
        await post('window/rect', { x: 0, y: 0, width, height: height + (bar ?? 0) });
        return false;
      }, 'the size of the window'),
    move: (x, y) => act('pointer', [moveTo(x, y)]),
    click: (x, y) =>
      act('pointer', [moveTo(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]),
    press: (keys) =>
      act(
        'key',
        keys.flatMap((key) => {
          const value = key in KEYS ? KEYS[key as keyof typeof KEYS] : key;
          return [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ];
        }),
      ),
    screenshot: async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64'),
    close: () => load('url', { url: 'about:blank' }),
  };
}

/** A command of the W3C's WebDriver. */
async function call(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
  return value;
}

/** Repeats until the result is truthy. An error may be that of a page that is being left. */
export async function poll<Result>(look: () => Promise<Result>, what: string): Promise<Result> {
  const end = performance.now() + POLL_MS;
  for (;;) {
    const [result, cause] = await look().then(
      (found) => [found] as const,
      (error: unknown) => [undefined, error] as const,
    );
    if (result) return result;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`, { cause });
    await pause(20);
  }
}

/** Shorter than the timeout of a test, so that the error says what was waited for. */
const POLL_MS = 15_000;
