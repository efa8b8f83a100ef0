/** Names such as `constructor` must not have a special meaning: as names of files, pages, islands, params and data. */
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

const files = (pattern: string, text: (name: string) => string) =>
  Object.fromEntries(NAMES.map((name) => [pattern.replaceAll('*', name), text(name)]));

const island = (name: string) => `
import { island } from 'sitegen';
import { useState } from 'react';
export default island('${name}', function Counter({ data }: { data: unknown }) {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{JSON.stringify(data)} {count}</button>;
});
`;

const withIsland = (name: string) =>
  page(
    `Page ${name}`,
    `<Island data={JSON.parse('{"constructor":2,"toString":3}')} />`,
    `import Island from '../../islands/${name}.tsx';`,
  );

const PARAMS = page('Item', '<p>{JSON.stringify(props)}</p>')
  .replace(
    'export const meta',
    `export const paths = () => ${JSON.stringify(NAMES)}.map((slug) => ({ params: { slug }, props: { slug, more: JSON.parse('{"__proto__":{"a":1},"constructor":2}') } }));
export const meta`,
  )
  .replace('{ data, path }: { data: any; path: string }', '{ props }: any')
  .replace(
    /export const meta = (.*);/,
    'export const meta = ({ props }: any) => ({ title: props.slug, description: `About ${props.slug}.` });',
  );

const SITE = {
  ...files('public/*', (name) => `file ${name}`),
  ...files('public/folder/*/file.txt', (name) => `file in ${name}`),
  ...files('templates/islands/*.tsx', island),
  ...files('templates/pages/with/*.tsx', withIsland),
  'templates/pages/items/[slug].tsx': PARAMS,
  ...files('templates/pages/param-*/[*].tsx', (name) =>
    page('Item', '').replace('export', `export const paths = () => [{ params: { ['${name}']: 'value' } }];\nexport`),
  ),
  'sitegen.config.ts': `export default { compress: ['br'], islands: { split: true } };`,
};

async function build(project: Project) {
  const { code, stdout, stderr } = await sitegen(project.root, 'build', '--json');
  expect(code === 0 ? '' : stderr).toBe('');
  const { changes } = JSON.parse(stdout) as { changes: { added: string[] } };
  const names = await project.list('out');
  const texts = await Promise.all(names.map(async (name) => [name, await project.read(`out/${name}`)]));
  return { out: Object.fromEntries(texts) as Record<string, string>, added: changes.added };
}

test('a site with such names can be built, changed and reduced', { timeout: 60_000 }, async () => {
  const project = await makeProject(SITE);
  const { out: first, added } = await build(project);
  expect(added).toEqual(expect.arrayContaining(NAMES.map((name) => `/${name}`)));
  for (const name of NAMES) {
    expect(first[name]).toBe(`file ${name}`);
    expect(first[`folder/${name}/file.txt`]).toBe(`file in ${name}`);
    expect(first[`with/${name}/index.html`]).toContain('constructor&quot;:2');
    expect(first).toHaveProperty([`param-${name}/value/index.html`]);
    expect(first[`items/${name}/index.html`]).toContain(`"slug":"${name}"`.replaceAll('"', '&quot;'));
  }
  const entry = Object.entries(first).find(([, text]) => text.includes('__proto__') && text.includes('import('));
  expect(entry?.[1]).toContain('["__proto__",');
  expect((await build(project)).out).toEqual(first);

  await project.write(files('public/*', (name) => `changed ${name}`));
  const { out: changed } = await build(project);
  for (const name of NAMES) expect(changed[name]).toBe(`changed ${name}`);

  for (const name of NAMES) {
    for (const file of [`public/${name}`, `public/folder/${name}`, `templates/pages/with/${name}.tsx`])
      await project.remove(file);
  }
  const left = Object.keys((await build(project)).out);
  expect(
    left.filter((file) => NAMES.some((name) => file.split('/').includes(name) && !file.startsWith('items/'))),
  ).toEqual([]);
});
