import type { Config, GeneratedAsset } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { encodePath, withBase } from '../shared/address.ts';

const FILE = 'llms.txt';

/**
 * Generates `llms.txt`, the list of the texts of all pages: https://llmstxt.org. The home page supplies its description.
 */
export function generateLlmsTxt(
  { site = '', base, text }: Pick<Config, 'site' | 'base' | 'text'>,
  pages: readonly Pick<PageFacts, 'route' | 'title' | 'description' | 'text'>[],
): GeneratedAsset[] {
  if (!text) return [];
  const home = pages.find(({ route }) => route.path === '/');
  const name = home?.text?.siteName ?? home?.title ?? 'Pages';
  const links = pages.flatMap(({ text: page, description }) => {
    if (page === undefined) return [];
    const address = site + encodePath(withBase(base, `/${page.output}`));
    const about = description === '' ? '' : `: ${toLine(description)}`;
    return `- [${toLine(page.title)}](${address.replace(/[()]/g, encodeCharacter)})${about}`;
  });
  const summary = home?.description ? [`> ${toLine(home.description)}`, ''] : [];
  const contents = [`# ${toLine(name)}`, '', ...summary, '## Pages', '', ...links, ''].join('\n');
  return [{ output: FILE, contents: Buffer.from(contents) }];
}

/** Plain text as a line of Markdown. */
function toLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#]/g, '\\$&');
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
