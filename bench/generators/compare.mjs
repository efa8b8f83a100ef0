/** Checks that generators build the same pages. */
import { Parser } from 'htmlparser2';
import { readPage } from './project.mjs';

/** Wrappers that generators add around hydrated parts, and elements that are not visible to a reader. */
const AROUND = new Set(['astro-island', 'capri-island', 'sitegen-island', 'capri-children', 'astro-slot']);
const LEFT_OUT = new Set(['script', 'style', 'link', 'template']);
const COMPARED = ['class', 'href', 'id', 'name', 'type', 'rows', 'aria-label'];

/** A sample: the fixed pages, and the first, the last and a middle one of the others. */
function sample(pages, fixed) {
  const numbers = pages === 0 ? [] : [...new Set([1, Math.ceil(pages / 3), pages])];
  return [...fixed, ...numbers.map((n) => `/insights/${n}/`)];
}

/**
 * @param reference the site rendered by React alone, without a generator
 * @throws {Error} that names the first difference
 */
export function comparePages(project, reference) {
  const { createElement, renderToStaticMarkup, FIXED, PlainForm, Shell } = reference;
  for (const address of sample(project.pages, Object.keys(FIXED))) {
    const content = reference.contentOf(address);
    const form = createElement(PlainForm, { heading: content.formHeading });
    const meta = reference.metaOf(content);
    const page = createElement(Shell, { meta }, reference.bodyOf(address, content, form));
    const expected = linesOf(renderToStaticMarkup(page));
    const actual = linesOf(readPage(project, address));
    const index = expected.findIndex((line, at) => line !== actual[at]);
    if (index === -1 && actual.length === expected.length) continue;
    throw new Error(
      `${project.name} has another ${address}, at ${index}:\n  ${actual[index]}\nin place of\n  ${expected[index]}`,
    );
  }
}

/** The title, the description and the contents of the frame: a line for each element and each text. */
function linesOf(html) {
  const lines = [];
  const open = [];
  let text = '';
  const isSeen = () => open.some(({ isFrame }) => isFrame) || open.at(-1)?.name === 'title';
  const endText = () => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (words !== '') lines.push(words);
    text = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta' && attributes.name === 'description') lines.push(attributes.content);
      open.push({ name, isFrame: attributes.id === 'frame' });
      const isWrapper = AROUND.has(name) || 'data-heading' in attributes;
      if (!isSeen() || isWrapper || LEFT_OUT.has(name)) return;
      endText();
      const compared = COMPARED.filter((key) => attributes[key]).map((key) => `${key}="${attributes[key]}"`);
      lines.push(`<${[name, ...compared].join(' ')}>`);
    },
    ontext(part) {
      if (isSeen() && !LEFT_OUT.has(open.at(-1).name)) text += part;
    },
    onclosetag() {
      endText();
      open.pop();
    },
  });
  parser.end(html);
  return lines;
}
