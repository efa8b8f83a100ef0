import { ISLAND_TAG, NAME_ATTRIBUTE } from '../islands/markup.ts';
import { warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { ChildRule, Route } from '../shared/model.ts';
import type { Element } from './html/html-elements.ts';
import { attributeOf, scanHtml } from './html/html-tokenizer.ts';

interface Parent {
  readonly element: Element;
  readonly rules: readonly ChildRule[];
  childCount: number;
  /** The island that is its last child so far, if a rule concerns it unless it stays the last. */
  last: { readonly name: string; readonly rule: ChildRule } | undefined;
}

/** @returns one problem for each island whose wrapper a rule matches without effect */
export function describeMissedIslands({ source }: Route, html: string, rules: readonly ChildRule[]): Diagnostic[] {
  if (rules.length === 0) return [];
  const missed = new Map<string, ChildRule>();
  const open: Parent[] = [];
  scanHtml(html, {
    readsClasses: true,
    onStart({ element, attributes, isEmpty, tree }) {
      const parent = open.at(-1);
      const classes = attributeOf(attributes, 'class')?.split(/\s+/) ?? [];
      if (parent !== undefined) {
        if (parent.last !== undefined) missed.set(parent.last.name, parent.last.rule);
        const isFirst = parent.childCount === 0;
        parent.childCount += 1;
        const isWrapper = tree === 'page' && element.name === ISLAND_TAG && classes.length === 0;
        const rule = isWrapper ? parent.rules.find(({ except }) => !(except === 'first' && isFirst)) : undefined;
        const name = attributeOf(attributes, NAME_ATTRIBUTE) ?? '';
        parent.last = rule?.except === 'last' ? { name, rule } : undefined;
        if (rule !== undefined && rule.except !== 'last') missed.set(name, rule);
      }
      if (isEmpty) return;
      const matching = classes.length === 0 ? [] : rules.filter(({ className }) => classes.includes(className));
      open.push({ element, rules: matching, childCount: 0, last: undefined });
    },
    onEnd(element) {
      const index = open.findLastIndex((one) => one.element === element);
      if (index !== -1) open.length = index;
    },
  });
  return [...missed].map(([name, { className }]) => {
    const message = `The class "${className}" styles the children of an element, but not the island "${name}": its wrapper has no box.`;
    const hint = `use \`gap\` in a flex or grid container, or \`island('${name}', Component, { className: 'block' })\``;
    return warning('island-layout', message, { place: { file: source }, hint });
  });
}
