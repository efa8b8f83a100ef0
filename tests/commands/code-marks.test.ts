/** Marked lines of code: the same HTML, props and warnings in Markdown and MDX. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** The block begins in line 6. */
const BLOCK = `\`\`\`ts [a.ts] {1} :line-numbers=9
const a = 1; // [!code --]
const b = 2; // [!code ++]
// [!code focus]
const c = 3;
// [\\!code ++] # [!code foo]
\`\`\``;

const FORMATS = ['md', 'mdx'] as const;

const document = (format: string, block: string) =>
  `---\ntitle: In ${format}\ndescription: About ${format}.\n---\n\n${block}\n`;

const pagesOf = (block: string) =>
  Object.fromEntries(FORMATS.map((format) => [`templates/pages/${format}.${format}`, document(format, block)]));

const CONFIG = `export default { checks: { 'h1-count': 'off', 'main-count': 'off' } };`;

test('lines have the classes of Shiki, and a component receives the code without marks', async () => {
  const project = await makeProject({ 'sitegen.config.ts': CONFIG, ...pagesOf(BLOCK) });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr).not.toContain('warning');
  for (const format of FORMATS) {
    const html = await project.read(`out/${format}/index.html`);
    const shown = html.replace(/<span class="c-[^>]*>|<\/span>/g, '');
    expect(/<pre[^]*<\/pre>/.exec(shown)?.[0].split('\n')).toEqual([
      '<pre data-title="a.ts" tabindex="0" data-language="ts" class="has-highlighted has-diff has-focused" data-line-numbers=""><code class="language-ts" data-language="ts"><span class="line highlighted diff remove" data-line="9">const a = 1;',
      '<span class="line diff add" data-line="10">const b = 2;',
      '<span class="line focused" data-line="11">const c = 3;',
      '<span class="line" data-line="12">// [!code ++] # [!code foo]</code></pre>',
    ]);
  }

  await project.write({
    'templates/markdown.tsx': `import type { ContentComponents } from 'sitegen';
export const components: ContentComponents = {
  pre: ({ children, ...props }) => <pre data-props={JSON.stringify(props)}>{children}</pre>,
};`,
  });
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  for (const format of FORMATS) {
    const [, props = ''] = /data-props="([^"]*)"/.exec(await project.read(`out/${format}/index.html`)) ?? [];
    expect(JSON.parse(props.replaceAll('&quot;', '"'))).toEqual({
      code: 'const b = 2;\nconst c = 3;\n// [!code ++] # [!code foo]',
      title: 'a.ts',
      language: 'ts',
      meta: '[a.ts] {1} :line-numbers=9',
      tabIndex: 0,
      'data-language': 'ts',
      'data-line-numbers': '',
      className: 'has-highlighted has-diff has-focused',
    });
  }
});

test('the words of an entry have no marks', async () => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'content/a.md': document('md', BLOCK),
    'content/b.mdx': document('mdx', BLOCK),
    'lib/posts.ts': `import { collection } from 'sitegen/content';
export const posts = collection('content/*.{md,mdx}');`,
    'templates/pages/index.tsx': page(
      'Home',
      '{data}',
      `import { posts } from '../../lib/posts.ts';
export const load = async () => JSON.stringify((await posts.all()).map(({ text }) => text));`,
    ),
  });
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  const text = 'const a = 1;\\nconst b = 2;\\nconst c = 3;\\n// [!code ++] # [!code foo]';
  expect(await project.read('out/index.html')).toContain(
    `[${[text, text].map((one) => `&quot;${one}&quot;`).join(',')}]`,
  );
});
