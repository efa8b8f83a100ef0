import { rehypePrettyCode } from 'rehype-pretty-code';
import rehypeStringify from 'rehype-stringify';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** @returns the HTML of a post, with highlighted code */
export async function highlight(markdown) {
  const file = await unified()
    .use(remarkParse)
    .use(remarkRehype)
    .use(rehypePrettyCode, { theme: 'github-light', keepBackground: false })
    .use(rehypeStringify)
    .process(markdown);
  return String(file);
}
