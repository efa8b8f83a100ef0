import type { CardProps } from 'sitegen';
import { approach, method } from './content/approach.ts';
import { caseStudy } from './content/case-study.ts';
import { company } from './content/company.ts';
import { contact } from './content/contact.ts';
import { hero } from './content/home.ts';
import { footer } from './content/site.ts';
import { Town } from './drawings/town.tsx';

/** The light form of colours of `site.css`: a picture is the same for everyone. */
const COLOURS = {
  sheet: '#ffffff',
  tint: '#f1f4f6',
  ink: '#0f1e28',
  muted: '#44525c',
  red: '#c2122b',
  control: '#6a7882',
  plan: '#c9d2d7',
  'plot-2': '#cbd8e1',
} as const;

/** What the classes mean that drawings have. The renderer knows no other selectors, and no arbitrary values. */
const STYLES = `
  text { font-family: Archivo; fill: ${COLOURS.ink} }
  .title { font-size: 66px; font-weight: 700; letter-spacing: -1.3px }
  .brand { font-size: 32px; font-weight: 700 }
  .caption { font-size: 27px; fill: ${COLOURS.muted} }
  .fill-none { fill: none }
  .stroke-none { stroke: none }
  .stroke-2 { stroke-width: 2 }
  .stroke-4 { stroke-width: 4 }
  ${Object.entries(COLOURS)
    .map(([name, colour]) => `.fill-${name} { fill: ${colour} } .stroke-${name} { stroke: ${colour} }`)
    .join('\n')}
`;

const CARDS: Readonly<Record<string, { readonly words: string; readonly caption: string }>> = {
  '/': { words: hero.heading, caption: footer.subject },
  '/our-approach/': { words: approach.heading, caption: method.total },
  '/case-study/': { words: caseStudy.heading, caption: '100% · 6 months · £7M' },
  '/contact/': { words: contact.heading, caption: footer.places },
};

/** The large words on a page's picture. */
export const wordsOf = (path: string, title: string): string => CARDS[path]?.words ?? title;

const LINE = 84;

/** The picture that stands for a page where its address is shared: a sheet with the page's words and a drawing. */
export default function Card({ path, meta }: CardProps) {
  const lines = toLines(wordsOf(path, meta.title), 19);
  const top = 330 - ((lines.length - 1) / 2) * LINE;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
      <style>{STYLES}</style>
      <path className="fill-sheet" d="M0 0h1200v630H0z" />
      <path className="fill-tint" d="M730 32h438v566H730z" />
      <svg x="730" y="32" width="438" height="566">
        <g transform="scale(1.8) translate(-150 -20)">
          <Town crop="card" className="" />
        </g>
      </svg>
      <path
        className="fill-none stroke-ink stroke-2"
        d="M12 32h1176M12 598h1176M32 12v606M1168 12v606M730 32v566M32 128h698M32 518h698"
      />
      <path className="fill-control" d="M76 60h15v42H76zM97 90h21v12H97z" />
      <path className="fill-none stroke-red" strokeWidth="6" d="M100 63h15v18h-15z" />
      <text className="brand" x="138" y="92">
        {company.brand}
      </text>
      {lines.map((line, index) => (
        <text key={line} className="title" x="74" y={top + index * LINE + 22}>
          {line}
        </text>
      ))}
      <text className="caption" x="76" y="568">
        {CARDS[path]?.caption ?? footer.subject}
      </text>
    </svg>
  );
}

/** `Turn property data into decisions` -> `Turn property data`, `into decisions` */
function toLines(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
