import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const NO_CHROMIUM = `The browser tests need Chromium, and none was found.
Try one of:
  apt-get install chromium chromium-headless-shell   on Debian, as root
  npx playwright-core install chromium               on any system
  CHROMIUM_PATH=/path/to/chromium npm test           with one that you have`;

/** Chromium without windows: pages load three times as fast. It has no back/forward cache. */
const SHELL = '/usr/bin/chromium-headless-shell';

export function locateShell(): string {
  return process.env['CHROMIUM_PATH'] || !existsSync(SHELL) ? locateChromium() : SHELL;
}

/** Finds a Chromium, or installs one. Do not call it concurrently. */
export function locateChromium(): string {
  const file = findChromium() ?? installChromium();
  if (file === undefined) throw new Error(NO_CHROMIUM);
  return file;
}

function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (!chosen) return [...USUAL_PLACES, chromium.executablePath()].find((file) => existsSync(file));
  if (existsSync(chosen)) return chosen;
  throw new Error(`CHROMIUM_PATH says ${chosen}, and no such file exists.`);
}

const APT_GET = '/usr/bin/apt-get';

/** Does nothing without root, or on systems without Debian's packages. */
function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return undefined;
  const aptGet = (...args: string[]) => execFileSync(APT_GET, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell');
  return findChromium();
}
