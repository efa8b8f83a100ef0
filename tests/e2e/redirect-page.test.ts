/** A page that redirects, for hosts that cannot. */
import { expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';

const browser = useBrowser();

test.each([
  ['old/', {}, 'new/'],
  ['old/?utm=1&x=%2F#part', {}, 'new/?utm=1&x=%2F#part'],
  ['own/?utm=1#part', {}, 'new/?a=%221%22&b=2#top'],
  ['old/?utm=1#part', { javaScriptEnabled: false }, 'new/'],
])('%s with %j leads to %s', async (from, options, to) => {
  const redirects = { '/old/': '/new/', '/own/': '/new/?a="1"&b=2#top' };
  const project = await makeProject({
    'sitegen.config.ts': `export default ${JSON.stringify({ redirects })};`,
    'templates/pages/new.tsx': page('New', '<p id="part">part</p>'),
  });
  const server = await serveProject(project, '--no-watch', '--as', 'github');
  const tab = await browser().newPage(options);

  await tab.goto(server.url + from, { waitUntil: 'commit' });
  await tab.waitForURL('**/new/**');

  expect(tab.url()).toBe(server.url + to);
  await tab.close();
});
