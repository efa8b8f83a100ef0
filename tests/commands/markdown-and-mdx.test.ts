/** A document gives the same HTML as Markdown and as MDX: this compares two parsers. */
import { expect, test } from 'vitest';
import { DOCUMENTS, DOCUMENT_FILES } from '../helpers/documents.ts';
import { makeProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('every document renders the same in both formats', async () => {
  const project = await makeProject(DOCUMENT_FILES);
  const { stderr } = await sitegen(project.root, 'build');
  expect(stderr).not.toContain('error ');
  const read = async (format: string, name: string) => {
    const html = await project.read(`out/${format}-${name}/index.html`);
    return /<body>([^]*)<\/body>/
      .exec(html)?.[1]
      ?.replace(
        /\s*(<\/?(?:li|p|ul|ol|h\d|tr|td|th|table|thead|tbody|blockquote|aside|details|summary|pre|section|hr)\b[^>]*>)\s*/g,
        '\n$1\n',
      );
  };
  for (const name of Object.keys(DOCUMENTS)) expect.soft(await read('mdx', name), name).toBe(await read('md', name));
});
