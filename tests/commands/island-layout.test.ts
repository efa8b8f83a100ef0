/** Styles and scripts that do not reach an island. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const withIslands = (title: string, body: string) =>
  page(title, body, `import Card from '../islands/card.tsx';\nimport Wide from '../islands/wide.tsx';`);

test('a rule for children that misses an island is a warning', async () => {
  const project = await makeProject({
    'templates/site.css': `@import "tailwindcss";
.row > * + * { border-left: 1px solid }
.plain > * { color: red }
.stack > p { margin: 0 }`,
    'templates/islands/card.tsx': `import { island } from 'sitegen';\nexport default island('card', () => <p>Card</p>);`,
    'templates/islands/wide.tsx': `import { island } from 'sitegen';
export default island('wide', () => <p>Wide</p>, { className: 'block' });`,
    ...Object.fromEntries(
      [
        ['tailwind', '<div className="space-y-8"><Card /><Card /></div>'],
        ['divided', '<div className="flex divide-y"><p>x</p><Card /><p>x</p></div>'],
        ['all', '<section className="*:p-4"><Card /></section>'],
        ['own', '<div className="row"><p>x</p><Card /></div>'],
        ['first', '<div className="row"><Card /><p>x</p></div>'],
        ['last', '<div className="space-y-8"><p>x</p><Card /></div>'],
        ['boxed', '<div className="space-y-8 *:p-4"><Wide /><Wide /></div>'],
        ['inherited', '<div className="plain"><Card /><Card /></div>'],
        ['deeper', '<div className="space-y-8 row"><section><br /><Card /><br /></section><p>x</p></div>'],
        ['variant', '<div className="[&>*]:pt-6"><Card /></div>'],
        ['template', '<div className="space-y-4"><template><div>x</div></template><Card /><p>x</p></div>'],
        ['gap', '<div className="flex gap-8 stack"><Card /><Card /></div>'],
      ].map(([name = '', body = '']) => [`templates/pages/${name}.tsx`, withIslands(name, body)]),
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  const found = stderr.matchAll(
    /island-layout {2}templates\/pages\/(\w+)\.tsx\n  The class "([^"]+)" .* the island "card"/g,
  );
  expect([...found].map(([, name, className]) => `${name} ${className}`).toSorted()).toEqual([
    'all *:p-4',
    'divided divide-y',
    'own row',
    'tailwind space-y-8',
    'template space-y-4',
    'variant [&>*]:pt-6',
  ]);
});

test('a shell that does not render `script` on a page with islands is an error', async () => {
  const shell = (script: string) => `export default ({ meta, script, children }: any) => <html lang="en"><head>
<title>{meta.title}</title><meta name="description" content={meta.description} />${script}</head><body>{children}</body></html>;`;
  const project = await makeProject({
    'templates/shell.tsx': shell(''),
    'templates/islands/card.tsx': `import { island } from 'sitegen';\nexport default island('card', () => <p>Card</p>);`,
    'templates/islands/wide.tsx': `import { island } from 'sitegen';\nexport default island('wide', () => <p>Wide</p>);`,
    'templates/pages/a.tsx': withIslands('A', '<Card />'),
  });

  const lost = await sitegen(project.root, 'build');
  await project.write({ 'templates/shell.tsx': shell('{script && <script type="module" src={script} />}') });
  const loaded = await sitegen(project.root, 'build');

  expect(lost.code).toBe(1);
  expect(lost.stderr).toContain('error script-missing  templates/shell.tsx');
  expect(loaded.code).toBe(0);
});
