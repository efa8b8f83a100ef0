/**
 * Takes screenshots of every page of the site for review: `npm run screenshots`, or only of some pages, widths and
 * looks: `npm run screenshots -- home 320 dark`. Written to screenshots/, which git ignores.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './copy-site.mjs';

const PAGES = {
  home: '/',
  approach: '/our-approach/',
  case: '/case-study/',
  contact: '/contact/',
  'not-found': '/404.html',
  failure: '/500.html',
  draft: '/draft/',
};
const WIDTHS = ['320', '375', '768', '1280', '1920'];
const LOOKS = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
  print: {},
  'no-script': { javaScriptEnabled: false },
};
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function findChromium() {
  const chosen = process.env['CHROMIUM_PATH'];
  const found = chosen ?? [...USUAL_PLACES, chromium.executablePath()].find((file) => existsSync(file));
  if (!found) throw new Error('Chromium not found. Try: CHROMIUM_PATH=/path/to/chromium');
  return found;
}

/** Builds and serves the site. */
async function serve() {
  const command = [path.join(root, 'bin/sitegen.js'), 'serve', '--no-watch', '--port', '0'];
  const server = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const text of server.stdout.setEncoding('utf8')) {
    const url = /^Serving (\S+)$/m.exec(text)?.[1];
    if (url) return { url, server };
  }
  throw new Error('The site could not be built.');
}

/** The requested choices; all of them when none was requested. */
function asked(choices) {
  const some = choices.filter((choice) => process.argv.includes(choice, 2));
  return some.length > 0 ? some : choices;
}

const folder = path.join(root, 'screenshots');
mkdirSync(folder, { recursive: true });
const { url, server } = await serve();
try {
  // Chromium's sandbox does not work as root. The pages are our own.
  const browser = await chromium.launch({ executablePath: findChromium(), chromiumSandbox: false });
  for (const look of asked(Object.keys(LOOKS))) {
    for (const width of asked(WIDTHS)) {
      const size = { width: Number(width), height: 800 };
      const context = await browser.newContext({ viewport: size, hasTouch: size.width < 640, ...LOOKS[look] });
      const page = await context.newPage();
      if (look === 'print') await page.emulateMedia({ media: 'print' });
      for (const name of asked(Object.keys(PAGES))) {
        await page.setViewportSize(size);
        await page.goto(new URL(PAGES[name], url).href);
        // Not `fullPage`, which makes a touch screen forget that it cannot hover.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...size, height });
        await page.screenshot({ path: path.join(folder, `${name}-${width}-${look}.png`) });
      }
      await context.close();
    }
  }
  await browser.close();
} finally {
  server.kill();
}
console.log(`Screenshots are in ${path.relative(process.cwd(), folder)}/`);
