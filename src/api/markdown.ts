import type { ReactNode } from 'react';
import { contentSetup } from '../content/content-setup.ts';
import { createMarkdown } from '../content/create-content.ts';
import type { MarkdownNode } from '../content/elements/tree.ts';
import type { ParseMarkdown } from '../content/markdown/parse-markdown.ts';
import type { ContentComponents } from './content.ts';

interface MarkdownProps {
  /** The Markdown. Without one, nothing is rendered. */
  readonly text: string | null | undefined;
  /** The file that it is from, from the root: `post.file`. Relative addresses start there, and problems name it. */
  readonly file?: string;
  /** They override those in `templates/markdown.tsx`. */
  readonly components?: ContentComponents;
}

/**
 * Renders Markdown from a string, such as a field of an entry or a CMS.
 *
 * @example
 * <Markdown text={post.data.summary} file={post.file} />
 */
export async function Markdown({ text, file = '', components }: MarkdownProps): Promise<ReactNode> {
  const { loadParser, runtime } = contentSetup();
  const parse = withoutPlaces(await loadParser());
  const content = { file, text: text ?? '' };
  const { Content } = createMarkdown(() => ({ content, body: content.text }), parse);
  return runtime.jsx(Content, { components });
}

/** The lines of a string are not those of its file. */
function withoutPlaces(parse: ParseMarkdown): ParseMarkdown {
  return (source, refuse) => {
    const parsed = parse(source, (mistake) => refuse({ ...mistake, line: undefined }));
    parsed.nodes.forEach(removePlace);
    return { ...parsed, mistakes: parsed.mistakes.map((mistake) => ({ ...mistake, line: undefined })) };
  };
}

function removePlace(node: MarkdownNode): void {
  Object.assign(node, { position: undefined });
  if (node.type === 'element') node.children.forEach(removePlace);
}
