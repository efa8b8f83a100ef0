import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const withMeta = (title: string, meta: string) =>
  page(title, '').replace('export const meta = {', `export const meta = { ${meta},`);

const LIST = `export const paths = ['2001-01-01', '2101-01-01'].map((date) => ({ params: { date } }));
export const meta = ({ params }: any) => ({ title: params.date, description: 'On ' + params.date, publishAt: params.date });
export default ({ params }: any) => <h1>{params.date}</h1>;`;

const FILES = {
  'sitegen.config.ts': `export default { site: 'https://example.com' };`,
  'templates/pages/draft.tsx': withMeta('Idea', 'draft: true'),
  'templates/pages/later.tsx': withMeta('Later', `publishAt: new Date('2100-06-01')`),
  'templates/pages/news/[date].tsx': LIST,
  'templates/files/pages.txt.ts': `export default ({ pages }: any) => pages.map(({ path }: any) => path).join(' ');`,
};

interface Report {
  readonly ok: boolean;
  readonly unpublished: readonly { readonly path: string; readonly publishAt?: string }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly hint?: string }[];
}

test('builds leave out drafts and future pages, and `--at` sets the time', async () => {
  const project = await makeProject(FILES);

  const { code, stdout } = await sitegen(project.root, 'build');
  const pages = await project.read('out/pages.txt');
  const sitemap = await project.read('out/sitemap.xml');
  const json = await sitegen(project.root, 'build', '--json', '--at', '2100-12-31');

  expect(code).toBe(0);
  expect(stdout).toContain(
    'Left out: /draft/ (draft), /later/ (from 2100-06-01), /news/2101-01-01/ (from 2101-01-01)\n',
  );
  expect(pages).toBe('/ /news/2001-01-01/');
  expect(sitemap.match(/<loc>/g)).toHaveLength(2);
  const { unpublished } = JSON.parse(json.stdout) as Report;
  expect(unpublished.map(({ path, publishAt }) => [path, publishAt])).toEqual([
    ['/draft/', undefined],
    ['/news/2101-01-01/', '2101-01-01'],
  ]);
  expect(await project.read('out/pages.txt')).toBe('/ /later/ /news/2001-01-01/');
  expect((await sitegen(project.root, 'build', '--at', 'soon')).stderr).toContain('Expected an ISO date');
});

test('a link to an unpublished page is broken, and the error says why', async () => {
  const links =
    '<a href="/draft/">1</a><a href="/later/#x">2</a><a href="/news/2101-01-01">3</a><a href="/gone/">4</a>';
  const project = await makeProject({
    ...FILES,
    'templates/pages/index.tsx': page('Home', links),
    'templates/pages/wrong.tsx': withMeta('Wrong', `publishAt: 'soon'`),
  });

  const check = async (at: string) => {
    const { stdout } = await sitegen(project.root, 'check', '--json', '--at', at);
    const { diagnostics } = JSON.parse(stdout) as Report;
    return diagnostics.map(({ code, message }) => `${code} ${/"(.*?)", (?:which|but) (.*?)\./.exec(message)?.[2]}`);
  };

  expect((await check('2026-12-01')).toSorted()).toEqual([
    'link-broken is a draft',
    'link-broken is not published until 2100-06-01',
    'link-broken is not published until 2101-01-01',
    'link-broken no page or file has that address',
    'meta-invalid undefined',
  ]);
  expect((await check('2200-01-01')).toSorted()).toEqual([
    'fragment-broken that page has no element with the id "x"',
    'link-broken is a draft',
    'link-broken no page or file has that address',
    'link-redirect most hosts redirect to the address with a slash',
    'meta-invalid undefined',
  ]);
});

test('`serve` shows and marks them, and updates lists', async () => {
  const list = `{['2001-01-01', '2101-01-01'].filter((publishAt) => isPublished({ publishAt })).map((date) => <a key={date} href={'/news/' + date + '/'}>{date}</a>)}`;
  const home = page('Home', list, `import { isPublished } from 'sitegen';`);
  const project = await makeProject({ ...FILES, 'templates/pages/index.tsx': home });
  const linksIn = (html: string) => html.match(/(?<=href="\/news\/)[\d-]+/g);
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  expect(linksIn(await project.read('out/index.html'))).toEqual(['2001-01-01']);
  expect((await sitegen(project.root, 'build', '--at', '2101-01-01')).code).toBe(0);
  expect(linksIn(await project.read('out/index.html'))).toEqual(['2001-01-01', '2101-01-01']);

  const server = await serveProject(project);
  const titleOf = async (path: string) => {
    const html = await (await fetch(server.url + path)).text();
    return /<title>(.*)<\/title>/.exec(html)?.[1];
  };

  expect(linksIn(await (await fetch(server.url)).text())).toEqual(['2001-01-01', '2101-01-01']);
  expect(await titleOf('draft/')).toBe('Draft: Idea');
  expect(await titleOf('news/2101-01-01/')).toBe('From 2101-01-01: 2101-01-01');
  expect(await titleOf('news/2001-01-01/')).toBe('2001-01-01');
  expect(server.stderr()).toContain('Built 5 pages');
});
