import { countInsights, makeInsight, site } from '../content.mjs';
import * as templates from './_includes/templates.mjs';

export const data = {
  numbers: Array.from({ length: countInsights() }, (_, index) => index + 1),
  pagination: { data: 'numbers', size: 1, alias: 'n' },
  permalink: ({ n }) => `/insights/${n}/index.html`,
};

export function render({ n }) {
  const content = makeInsight(n);
  const children = templates.insight({ content });
  return templates.shell({ meta: { title: content.title, description: content.lead }, site, children });
}
