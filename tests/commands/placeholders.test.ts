/** Builds list the placeholders on the site, whichever pages changed. */
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen, sitegenProcess } from '../helpers/run.ts';

const CALL = `import { placeholder } from 'sitegen';`;
const FACTS = `${CALL}
export const phone = () => placeholder('the phone number', '000');
export const name = 'N';`;
const usingFacts = (title: string, what: string) =>
  page(title, `<p>{${what}}</p>`, `import { phone, name } from '../facts.ts';`);
const READING = `${CALL}
import { readFileSync } from 'node:fs';
export const load = () => readFileSync('phone.txt', 'utf8') || placeholder('the phone number', '000');`;
test.each([
  [
    'data has the fact',
    { 'templates/pages/a.tsx': page('A', '<p>{data}</p>', READING), 'phone.txt': '' },
    { 'phone.txt': '123' },
    [],
  ],
  [
    'one of two pages no longer shows it',
    {
      'templates/facts.ts': FACTS,
      'templates/pages/a.tsx': usingFacts('A', 'phone()'),
      'templates/pages/b.tsx': usingFacts('B', 'phone()'),
    },
    { 'templates/pages/a.tsx': usingFacts('A', 'name') },
    ['the phone number'],
  ],
])('lists them after an edit: %s', async (_what, files, edit, expected) => {
  const project = await makeProject({ 'templates/pages/other.tsx': page('Other', ''), ...files });
  expect(await openPlaceholders(project)).not.toEqual([]);

  await project.write(edit);
  const found = await openPlaceholders(project);

  expect(found).toEqual(expected);
  await project.remove('.sitegen');
  expect(await openPlaceholders(project)).toEqual(expected);
});

test('lists the line that calls a function around `placeholder`', async () => {
  const project = await makeProject({
    'templates/facts.ts': `${CALL}
const ask = (what: string) => placeholder(what, '', ask);

export const phone = ask('the phone number');
export const fax = ask('the fax number');`,
    'templates/pages/a.tsx': page('A', '<p>{phone}{fax}</p>', `import { phone, fax } from '../facts.ts';`),
  });
  const { stdout } = await sitegen(project.root, 'build', '--json');
  expect(JSON.parse(stdout).placeholders).toMatchObject([
    { what: 'the phone number', place: { line: 4 } },
    { what: 'the fax number', place: { line: 5 } },
  ]);
});

test('lists those that only the config has', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `${CALL}\nexport default { site: placeholder('the address', 'https://example.com') };`,
    'templates/pages/a.tsx': page('A', ''),
  });
  const { stdout } = await sitegenProcess(project.root, 'build', '--json');
  expect(JSON.parse(stdout).placeholders).toMatchObject([
    { what: 'the address', place: { file: 'sitegen.config.ts', line: 2 } },
  ]);
});

async function openPlaceholders({ root }: Project): Promise<string[]> {
  const { stdout } = await sitegen(root, 'build', '--json');
  return (JSON.parse(stdout).placeholders as { what: string }[]).map(({ what }) => what);
}
