import type { SiteFile } from 'sitegen';
import { content, docs, plainText, withoutCode } from '../docs.ts';
import type { Section } from '../search.ts';

/** The index of the search. */
const generate: SiteFile = async () => {
  const sections: Section[] = [];
  for (const { slug, path, title, text } of docs) {
    const { headings } = await content.get(slug);
    const texts = withoutCode(text)
      .split(/^#{1,6} .*$/m)
      .slice(1);
    if (texts.length !== headings.length) throw new Error(`docs/${slug}.md has other headings than lines with "#".`);
    sections.push(
      ...headings.map(({ id, depth, text: heading }, index) => ({
        address: depth === 1 ? path : `${path}#${id}`,
        page: title,
        heading,
        text: plainText(texts[index] ?? ''),
      })),
    );
  }
  return JSON.stringify(sections);
};

export default generate;
