/** A drawing must not refer to files: it would look different in another folder, and not change with the file. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const SITE = `export default { site: 'https://www.example.com' };`;
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const DATA = `data:image/svg+xml;base64,${Buffer.from(IMAGE).toString('base64')}`;

const card = (href: string) => `export default () => (
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><image href="${href}" width="9" height="9" /></svg>
);`;

const build = async (href: string) => {
  const files = { 'sitegen.config.ts': SITE, 'templates/card.tsx': card(href), 'image.svg': IMAGE };
  const project = await makeProject({ ...files, 'templates/pages/index.tsx': page('Home', '') });
  return sitegen(project.root, 'build');
};

test('a share card that refers to a file is an error', async () => {
  const { code, stderr } = await build('image.svg');

  expect(code).toBe(1);
  expect(stderr).toContain('The drawing refers to "image.svg". Include it as a data: URL.');
});

test.each([
  ['refers to a file', IMAGE.replace('<rect', '<image href="image.png"'), 'The drawing refers to "image.png".'],
  ['is no SVG', 'no drawing', 'The icons cannot be drawn.'],
])('an icon that %s is an error, reported along with all others', async (_what, icon, message) => {
  const project = await makeProject({
    'templates/icon.svg': icon,
    'templates/pages/other.tsx': page('Other', '<a href="/nowhere/">nowhere</a>'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error icon-failed  templates/icon.svg');
  expect(stderr).toContain(message);
  expect(stderr).toContain('error link-broken  templates/pages/other.tsx');
});

test('a share card may embed an image', async () => {
  expect(await build(DATA)).toMatchObject({ code: 0 });
});

test.each([
  ['is emptied', ''],
  ['has other bytes', 'else'],
])('redraws a share card in out/ that %s', async (_what, contents) => {
  const files = { 'sitegen.config.ts': SITE, 'templates/card.tsx': card(DATA) };
  const project = await makeProject(files);
  await sitegen(project.root, 'build');
  const [name] = (await project.list('out/assets')).filter((file) => file.startsWith('card-'));
  const drawn = await project.read(`out/assets/${name}`);

  await project.write({ [`out/assets/${name}`]: contents });
  await sitegen(project.root, 'build');

  expect(await project.read(`out/assets/${name}`)).toBe(drawn);
});

test('an inlined drawing that would affect the rest of the page is an error with its place', async () => {
  const project = await makeProject({
    'templates/meta.svg':
      '<svg>\n <foreignObject><meta http-equiv="refresh" content="0;url=//a.b"/></foreignObject></svg>',
    'templates/font.svg': '<svg><style>\n@font-face { font-family: a }\n@import "b"</style></svg>',
    'templates/pages/index.tsx': page(
      'Home',
      '<Meta /><Font />',
      `import Meta from '../meta.svg?react'; import Font from '../font.svg?react';`,
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  for (const place of [
    '<meta>',
    '<foreignObject>',
    '`@font-face`',
    '`@import`',
    'meta.svg:2:2)',
    'font.svg:2:1)',
    'font.svg:3:1)',
  ])
    expect(stderr).toContain(place);
});
