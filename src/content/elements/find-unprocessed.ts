/** Text that is shown as it is written, although another generator or parser would do something with it. */
import type { ContentMistake } from '../content-problem.ts';

/** Hugo, Liquid, Nunjucks, Kramdown, EJS; neither `${{ … }}` of GitHub nor `\frac{{a}}{b}`. */
const TAG = /(?<![\w$}^_])(?:\{\{[^{}]*\}\}|\{%[^%]*%\}|\{:\s*(?:[.#]|toc\b|\w+=)[^{}\n]*\}|<%[^%]*%>)/;

const CJK = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]`;
/** `**「重要」**です`: CommonMark wants a space between a letter and punctuation. */
const EMPHASIS = new RegExp(String.raw`\*\*${CJK}[^\s*]*(?:\*\*)?|[^\s*]*${CJK}\*\*`, 'u');

const RULES = [
  {
    pattern: TAG,
    problem: 'looks like a tag of another generator',
    hint: () => 'replace it with a component or a container, or write it as code to show it',
  },
  {
    pattern: EMPHASIS,
    problem: 'is no emphasis in CommonMark',
    hint: (file: string) =>
      `add the plug-in ${file.endsWith('.mdx') ? '`remark-cjk-friendly` to `mdx.remarkPlugins`' : '`markdown-it-cjk-friendly` to `markdown.plugins`'} in the config`,
  },
] as const;

/** @returns looks for the first text of each kind. @param found is added to */
export function createFinder(file: string, source: string, found: ContentMistake[]) {
  const lines = source.split('\n');
  const open = new Set(RULES);
  /** @param line of the block around the text; `undefined` if the source is not a file */
  return (text: string, line: number | undefined): void => {
    for (const rule of open) {
      const [written] = rule.pattern.exec(text) ?? [];
      if (written === undefined) continue;
      // An escaped character is not written like that, nor is one that a plug-in has replaced.
      const [start = ''] = /^[^\p{L}]+\p{L}*/u.exec(written) ?? [written];
      const index = lines.findIndex(
        (one, at) => at >= (line ?? 1) - 1 && one.replaceAll(`\\${start}`, '').includes(start),
      );
      if (index === -1) continue;
      open.delete(rule);
      const message = `\`${written}\` ${rule.problem}, and is shown as text.`;
      found.push({ message, hint: rule.hint(file), line: line && index + 1 });
    }
  };
}
