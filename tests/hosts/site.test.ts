/** The site of this repository, served by nginx with the files from its build. */
import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { sitegenProcess } from '../helpers/run.ts';
import { copySite } from '../helpers/copy-site.ts';
import { ADDRESSES, NOT_FOUND_ERRORS, startVisit, untilHydrated } from '../helpers/visit.ts';
import { hasNginx, startNginx } from './programs/nginx.ts';
import type { Server } from './programs/server.ts';

/** Headers of every response of the site. They distinguish it from other sites on the same server. */
const PROTECTING = {
  'content-security-policy':
    /^default-src 'none'; script-src 'self'.*; style-src 'self'.*; img-src 'self'; font-src 'self'; .*base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'$/,
  'strict-transport-security': /^max-age=63072000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
  'permissions-policy': /^camera=\(\), microphone=\(\), geolocation=\(\), payment=\(\), usb=\(\)$/,
  'x-frame-options': /^DENY$/,
};

const browser = useBrowser();

describe.runIf(hasNginx)(`nginx${hasNginx ? '' : ' (skipped, because it is missing: apt-get install nginx)'}`, () => {
  let project: string;
  let server: Server;
  beforeAll(async () => {
    project = await copySite('preact');
    const { code, stderr } = await sitegenProcess(project, 'build');
    if (code !== 0) throw new Error(stderr);
    await chmod(project, 0o755); // a server started by root reads files as another user
    server = await startNginx(path.join(project, 'out'), path.join(project, '.sitegen/hosts/nginx.conf'));
  });
  afterAll(async () => {
    await server.stop();
    await rm(project, { recursive: true });
  });

  test.each([...ADDRESSES, '/nope', '/not/a/page'])(
    'shows %s completely, without complaints from the browser',
    async (address) => {
      const visit = await startVisit(browser(), server.origin, { expects: NOT_FOUND_ERRORS });
      onTestFinished(() => visit.page.context().close());

      await visit.page.goto(address);
      await untilHydrated(visit.page);

      const answers = await Promise.all(visit.requests.map((request) => request.response()));
      const wrong = answers.filter((answer) => answer?.status() !== 200 && !answer?.request().isNavigationRequest());
      expect(visit.troubles).toEqual([]);
      expect(wrong.map((answer) => answer?.url())).toEqual([]);
      expect(answers.length).toBeGreaterThan(2); // the page has a stylesheet and a font
      expect(await visit.page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    },
  );

  test('protects every file, page, redirect and error', async () => {
    const entries = await readdir(path.join(project, 'out'), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.posix.join('/', path.relative(path.join(project, 'out'), entry.parentPath), entry.name));
    const asked = [...ADDRESSES, '/contact', '/nope', '/not/a/page/', '/assets/none.js', '/assets/', ...files];

    const unprotected = await Promise.all(
      asked.map(async (address) => {
        const { headers } = await fetch(server.origin + address, { redirect: 'manual' });
        const missing = Object.entries(PROTECTING).filter(([name, value]) => !value.test(headers.get(name) ?? ''));
        return missing.map(([name]) => `${address}: ${name} is ${headers.get(name)}`);
      }),
    );

    expect(unprotected.flat()).toEqual([]);
  });
});
