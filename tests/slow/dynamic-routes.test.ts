import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const fileIn = (folder: string) => `templates/pages/${folder}/[slug].tsx`;
const FILE = fileIn('insights');

/** A page file that lists its pages, and shows its input. */
function insight(paths: string, more = ''): string {
  return `export const paths = ${paths};
${more}
export const meta = ({ path }: { path: string }) => ({ title: path, description: 'About ' + path });
export default function Insight({ path, params, props, data }: any) {
  return <main><h1>{path}</h1><pre>{JSON.stringify({ params, props, data })}</pre></main>;
}
`;
}

/** A page that shows its props. */
async function givenTo(project: { read: (file: string) => Promise<string> }, file: string): Promise<unknown> {
  return JSON.parse(load(await project.read(file))('pre').text());
}

describe('a page file with brackets in its name', () => {
  test('renders the pages of a list, a set, and of functions that return, wait or yield', async () => {
    const lists = {
      list: `[{ params: { slug: 'a' } }, { params: { slug: 'b' } }]`,
      set: `new Set([{ params: { slug: 'a' } }, { params: { slug: 'b' } }])`,
      function: `() => ['a', 'b'].map((slug) => ({ params: { slug } }))`,
      waiting: `async () => ['a', 'b'].map((slug) => ({ params: { slug } }))`,
      generator: `function* () { yield { params: { slug: 'a' } }; yield { params: { slug: 'b' } }; }`,
      'waiting-generator': `async function* () { for (const slug of ['a', 'b']) yield { params: { slug } }; }`,
    };
    const files = Object.entries(lists).map(([name, paths]) => [fileIn(name), insight(paths)]);
    const project = await makeProject(Object.fromEntries(files) as Record<string, string>);

    const { code, stderr } = await sitegen(project.root, 'build');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of Object.keys(lists))
      expect(await project.list(`out/${name}`)).toEqual(['a/index.html', 'b/index.html']);
  });

  test('passes params, props and loaded data to each page', async () => {
    const item = `{ params: { slug: 'a' }, props: { n: 1, when: new Date(0) } }`;
    const loading = `export const load = ({ path, params, props }: any) => [path, params.slug, props.n, typeof props.when];`;
    const project = await makeProject({ [FILE]: insight(`[${item}]`, loading) });

    await sitegen(project.root, 'build');

    expect(await givenTo(project, 'out/insights/a/index.html')).toEqual({
      params: { slug: 'a' },
      props: { n: 1, when: '1970-01-01T00:00:00.000Z' },
      data: ['/insights/a/', 'a', 1, 'object'],
    });
  });

  test('may be in a folder with brackets, and match the rest of a path', async () => {
    const project = await makeProject({
      'templates/pages/[year]/[slug].tsx': insight(`[{ params: { year: '2026', slug: 'a' } }]`),
      'templates/pages/docs/[...rest].tsx': insight(`['', 'a', 'a/b c'].map((rest) => ({ params: { rest } }))`),
    });

    const { stderr } = await sitegen(project.root, 'build');

    expect(stderr).toBe('');
    expect(await project.list('out/2026')).toEqual(['a/index.html']);
    expect(await project.list('out/docs')).toEqual(['a/b c/index.html', 'a/index.html', 'index.html']);
  });

  test('encodes addresses in links and in the sitemap, but not in file names', async () => {
    const project = await makeProject({
      'sitegen.config.ts': `export default { site: 'https://example.org' };`,
      [FILE]: insight(`[{ params: { slug: 'Ä & b' } }]`),
      'templates/pages/index.tsx': page(
        'Home',
        `<a href={href('/insights/[slug]', { slug: 'Ä & b' })}>Read</a>`,
        `import { href } from 'sitegen';`,
      ),
    });

    const { stderr } = await sitegen(project.root, 'build', '--base', '/docs/');

    expect(stderr).toBe(''); // the link has a target
    expect(await project.list('out/insights')).toEqual(['Ä & b/index.html']);
    expect(load(await project.read('out/index.html'))('a').attr('href')).toBe('/docs/insights/%C3%84%20&%20b/');
    const sitemap = load(await project.read('out/sitemap.xml'), { xml: true });
    const addresses = sitemap('loc').map((_, loc) => new URL(sitemap(loc).text()).pathname);
    expect(addresses.get().map(decodeURI)).toContain('/docs/insights/Ä & b/');
  });

  test('that has no right list is reported with its item', async () => {
    const mistakes: Readonly<Record<string, readonly [paths: string, message: RegExp]>> = {
      'a-number': ['42', /^paths-failed/],
      'b-forgets': ['[{ params: { slug: "a" } }, { params: {} }]', /Item 2 of `paths`, with the params \{\}: .*slug/],
      'c-adds': ['[{ params: { slug: "a", other: "b" } }]', /Item 1 of `paths`.*other/],
      'd-no-text': ['[{ params: { slug: 1 } }]', /Item 1 of `paths`.*slug/],
      'e-leaves': ['[{ params: { slug: ".." } }]', /Item 1 of `paths`/],
      'f-twice': ['[{ params: { slug: "a" } }, { params: { slug: "A" } }]', /^output-clash.*\/f-twice\/A\//],
      'g-function': ['[{ params: { slug: "a" }, props: { go() {} } }]', /Item 1 of `paths`.*props/],
      'h-fails': ['() => { throw new Error("No list today"); }', /^paths-failed .*Error: No list today/],
      'i-later': ['function* () { yield { params: { slug: "a" } }; throw new Error("No more"); }', /Error: No more/],
    };
    const files = Object.entries(mistakes).map(([name, [paths]]) => [fileIn(name), insight(paths)]);
    const project = await makeProject({
      ...(Object.fromEntries(files) as Record<string, string>),
      [fileIn('j-nothing')]: insight('[]').replace('export const paths', 'const _'),
    });

    const { code, stdout } = await sitegen(project.root, 'build', '--json');

    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; message: string; place: { file: string } }[];
    };
    const found = diagnostics.map(({ place, ...one }) => [place.file, `${one.code} ${one.message}`]);
    expect(found.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
      ...Object.entries(mistakes).map(([name, [, message]]) => [fileIn(name), expect.stringMatching(message)]),
      [fileIn('j-nothing'), expect.stringMatching(/^paths-failed/)],
    ]);
    expect(code).toBe(1);
    expect(await project.list('out')).toEqual([]);
  });

  test('is reported if another page, or a file in public/, has the address', async () => {
    const project = await makeProject({
      [FILE]: insight(`[{ params: { slug: 'a' } }, { params: { slug: 'b' } }]`),
      'templates/pages/insights/a.tsx': page('A', ''),
      'public/insights/b/index.html': 'b',
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain(`Both templates/pages/insights/a.tsx and ${FILE} have a page for "/insights/a/".`);
    expect(stderr).toContain(
      `public/insights/b/index.html and ${FILE} would both be written to "insights/b/index.html".`,
    );
  });

  test('gives the same output with any number of workers', async () => {
    const project = await makeProject({
      [FILE]: insight(`Array.from({ length: 900 }, (_, n) => ({ params: { slug: 'n' + n } }))`),
    });

    const one = await sitegen(project.root, 'build', '--workers', '1', '--out', 'one', '--json');
    const three = await sitegen(project.root, 'build', '--workers', '3', '--out', 'three', '--json');

    const files = await project.list('one');
    expect(files.length).toBeGreaterThan(900);
    expect(await project.list('three')).toEqual(files);
    const contents = (folder: string) => Promise.all(files.map((file) => project.read(`${folder}/${file}`)));
    expect(await contents('three')).toEqual(await contents('one'));
    const pagesOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).pages;
    expect(pagesOf(three)).toEqual(pagesOf(one));
  });
});

test('does not delay other pages while one waits for data', async () => {
  const project = await makeProject({
    'templates/pages/slow.tsx': page(
      'Slow',
      '',
      `import { existsSync } from 'node:fs';
       import { setTimeout } from 'node:timers/promises';
       export async function load() { while (!existsSync('go')) await setTimeout(5); }`,
    ),
    'templates/pages/then.tsx': page(
      'Then',
      '',
      `import { writeFileSync } from 'node:fs'; export function load() { writeFileSync('go', ''); }`,
    ),
  });

  const { code } = await sitegen(project.root, 'build', '--workers', '1');

  expect(code).toBe(0);
});
