/** React silently drops text above V8's maximum string length, so pages that are too large are refused. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

test('a page above 100 MB is refused by name, whether React truncates it or not', async () => {
  const project = await makeProject({
    'sitegen.config.ts': 'export default { limits: { memory: 4096 } };',
    'templates/pages/sum.tsx': page('Sum', `{Array.from({ length: 11 }, (_, n) => <p key={n}>{'x'.repeat(1e7)}</p>)}`),
    'templates/pages/torn.tsx': page('Torn', `<pre>a\n{'a'.repeat(2 ** 29 - 24)}</pre>`),
    'templates/pages/two.tsx': page('Two', `<pre>{['a'.repeat(3e8), 'b'.repeat(3e8)]}</pre>`),
    'templates/pages/html.tsx': page('Html', `<p dangerouslySetInnerHTML={{ __html: 'a'.repeat(2 ** 29 - 24) }} />`),
    'templates/pages/large.tsx': page('Large', `<p>{'x'.repeat(9e7)}</p>`),
  });

  const { code, stdout } = await sitegenProcess(project.root, 'build', '--json', '--workers', '1');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; place: { file: string } }[] };
  const found = diagnostics.map((one) => `${one.code} ${one.place.file}`);
  expect([code, found.toSorted()]).toEqual([
    1,
    ['html', 'sum', 'torn', 'two'].map((name) => `page-too-large templates/pages/${name}.tsx`),
  ]);
});
