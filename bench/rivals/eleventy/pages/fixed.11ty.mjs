import * as site from '../content.mjs';
import * as templates from './_includes/templates.mjs';

const names = { '/': 'home', '/our-approach/': 'approach', '/case-study/': 'caseStudy', '/contact/': 'contact' };
const pages = Object.entries({ ...names, '/404.html': 'notFound' });

export const data = {
  pages,
  pagination: { data: 'pages', size: 1, alias: 'entry' },
  permalink: ({ entry: [address] }) => (address.endsWith('/') ? `${address}index.html` : address),
};

export function render({ entry: [, name] }) {
  const content = site[name];
  const children = templates[name]({ content });
  return templates.shell({ meta: { title: content.title, description: content.lead }, site: site.site, children });
}
