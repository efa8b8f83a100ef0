import { markup, placeholdersFor, toTemplate } from './placeholders.mjs';

/**
 * The reference site's pages as templates in another language: `shell`, `home`, `contact`, …, `insight`.
 *
 * Texts are named `content.…` in pages, and `meta.…` and `site.…` in the shell.
 *
 * @param reference what `loadReference` returns
 * @param dialect see `toTemplate`; its markup is `children` in the shell, and optionally `form` in the contact page
 */
export function makeTemplates(reference, dialect) {
  const { createElement, renderToStaticMarkup, FIXED, PlainForm, Shell } = reference;
  const render = (element) => toTemplate(renderToStaticMarkup(element), dialect);

  function page(address) {
    const content = placeholdersFor(reference.contentOf(address), 'content');
    const form = dialect.hasIslands ? markup('form') : createElement(PlainForm, { heading: content.formHeading });
    return render(reference.bodyOf(address, content, form));
  }

  const props = {
    meta: { title: placeholdersFor('', 'meta.title'), description: placeholdersFor('', 'meta.description') },
    content: placeholdersFor(reference.site, 'site'),
    stylesheet: dialect.stylesheet,
  };
  return {
    shell: `<!doctype html>${render(createElement(Shell, props, markup('children')))}`,
    ...Object.fromEntries(Object.entries(FIXED).map(([address, { name }]) => [name, page(address)])),
    insight: page('/insights/1/'),
  };
}
