import type { Subject, View } from '../plan/drawing.ts';
import { approach } from './approach.ts';
import { caseStudy } from './case-study.ts';
import { contact } from './contact.ts';
import { hero } from './home.ts';
import { footer } from './site.ts';

/** What the picture of a page shows where its address is shared. */
export interface CardWords {
  readonly words: string;
  readonly caption: string;
  /** A part of the plan; without it, the phases of the method. */
  readonly plan?: { readonly subject: Subject; readonly view: View };
}

const CARDS: Readonly<Record<string, CardWords>> = {
  '/': {
    words: hero.heading,
    caption: footer.subject,
    plan: { subject: 'parcel', view: { left: 60, top: 20, width: 380, height: 480 } },
  },
  '/our-approach/': {
    words: approach.heading,
    caption: 'Four phases · 14 to 20 weeks',
  },
  '/case-study/': {
    words: caseStudy.heading,
    caption: '100% · 6 months · £7M',
    plan: { subject: 'estate', view: { left: 52, top: 60, width: 380, height: 480 } },
  },
  '/contact/': {
    words: contact.heading,
    caption: footer.places,
    plan: { subject: 'empty parcel', view: { left: 130, top: 110, width: 240, height: 300 } },
  },
};

export function cardOf(path: string, title: string): CardWords {
  return CARDS[path] ?? { ...CARDS['/']!, words: title };
}
