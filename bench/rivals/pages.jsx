/** The reference site's pages for those who have no folder of pages: each by its address. */
import { Contact } from '../reference/templates/components/contact.tsx';
import { approach, caseStudy, contact, home, notFound } from '../reference/templates/content/fixed.ts';
import { countInsights, makeInsight } from '../reference/templates/content/insights.ts';
import NotFound from '../reference/templates/pages/404.tsx';
import CaseStudy from '../reference/templates/pages/case-study.tsx';
import Home from '../reference/templates/pages/index.tsx';
import Insight from '../reference/templates/pages/insights/[slug].tsx';
import OurApproach from '../reference/templates/pages/our-approach.tsx';

export const FIXED = {
  '/': { name: 'home', Body: Home, content: home },
  '/our-approach/': { name: 'approach', Body: OurApproach, content: approach },
  '/case-study/': { name: 'caseStudy', Body: CaseStudy, content: caseStudy },
  '/contact/': { name: 'contact', Body: Contact, content: contact },
  '/404.html': { name: 'notFound', Body: NotFound, content: notFound },
};

export function* addresses() {
  yield* Object.keys(FIXED);
  for (let n = 1; n <= countInsights(); n += 1) yield `/insights/${n}/`;
}

export function contentOf(address) {
  const [, n] = /^\/insights\/(\d+)\/$/.exec(address) ?? [];
  return n === undefined ? FIXED[address].content : makeInsight(Number(n));
}

/**
 * @param content what `contentOf` has returned, or what looks like it
 * @param form on the contact page, what stands in the form's place
 */
export function bodyOf(address, content, form) {
  const { Body } = FIXED[address] ?? {};
  return Body === undefined ? <Insight data={content} /> : <Body content={content} form={form} />;
}

export const metaOf = (content) => ({ title: content.title, description: content.lead });
