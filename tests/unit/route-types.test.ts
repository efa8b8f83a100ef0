import { stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { routeTypes, writeRouteTypes } from '../../src/project/route-types.ts';
import { toPageFile } from '../../src/shared/paths.ts';
import { makeProject } from '../helpers/project.ts';

const pagesOf = (...stems: string[]) => stems.map((stem) => toPageFile(`templates/pages/${stem}.tsx`));

test('each page file has a line, except error pages', () => {
  const pages = pagesOf(
    '404',
    'docs/[...rest]',
    'fr/500',
    'index',
    'insights/[slug]',
    'insights',
    'insights/index',
    "it's",
  );
  expect(routeTypes(pages)).toBe(String.raw`// Written by each build. The addresses of this site, for ${'`href`'}.
import type { Params } from 'sitegen';

declare module 'sitegen' {
  interface Routes {
    '/docs/[...rest]': Params<'/docs/[...rest]'>;
    '/': Params<'/'>;
    '/insights/[slug]': Params<'/insights/[slug]'>;
    '/insights': Params<'/insights'>;
    '/it\'s': Params<'/it\'s'>;
  }
}
`);
});

test('the file is written only when it has changed', async () => {
  const { root, read } = await makeProject();
  const file = path.join(root, '.sitegen/routes.d.ts');
  const longAgo = new Date(0);

  await writeRouteTypes(root, pagesOf('index'));
  expect(await read('.sitegen/routes.d.ts')).toBe(routeTypes(pagesOf('index')));
  await utimes(file, longAgo, longAgo);
  await writeRouteTypes(root, pagesOf('index'));
  expect((await stat(file)).mtime).toEqual(longAgo);
  await writeRouteTypes(root, pagesOf('index', 'about'));
  expect(await read('.sitegen/routes.d.ts')).toContain("'/about'");
});
