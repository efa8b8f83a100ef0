import type { CardProps } from 'sitegen';
import { cardOf } from './content/cards.ts';
import { Plan } from './components/plan.tsx';
import { method } from './content/approach.ts';
import { company } from './content/company.ts';
import { schedule } from './content/schedule.ts';

/** The tokens of `site.css` in their light form: a picture is the same for everyone. */
const STYLES = `
  text { font-family: Archivo; fill: #0f1e28 }
  .title { font-size: 66px; font-weight: 700; letter-spacing: -1.3px }
  .brand { font-size: 32px; font-weight: 700 }
  .caption { font-size: 27px; fill: #44525c }
  .frame { fill: none; stroke: #0f1e28; stroke-width: 2 }
  .ground { fill: #eef2f4 }
  .plan > path, .plan > use { fill: none; stroke: #6a7882; stroke-width: 1 }
  .plan .plan-edges { stroke-width: 22 }
  .plan .plan-footways { stroke: #fff; stroke-width: 20.4 }
  .plan .plan-kerbs { stroke: #c9d2d7; stroke-width: 15 }
  .plan .plan-roadway { stroke: #fff; stroke-width: 13.6 }
  .plan .plan-0, .plan .plan-empty { fill: #fff }
  .plan .plan-1 { fill: #e4ebf0 }
  .plan .plan-2 { fill: #cbd8e1 }
  .plan .plan-3 { fill: #adc0ce }
  .plan .plan-building, .plan .plan-crosses { stroke: #0f1e28 }
  .plan .plan-trees { stroke: #c9d2d7; stroke-width: 14; stroke-linecap: round }
  .plan .plan-subject { stroke: #c2122b; stroke-width: 5 }
  .plan .plan-around { stroke: #1b3f8b; stroke-width: 3; stroke-dasharray: 8 5 }
`;

const LINE = 84;

/** The picture that stands for a page where its address is shared: a sheet with the page's words and a drawing. */
export default function Card({ path, meta }: CardProps) {
  const { words, caption, plan } = cardOf(path, meta.title);
  const lines = toLines(words, 19);
  const top = 330 - ((lines.length - 1) / 2) * LINE;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
      <style>{STYLES}</style>
      <path fill="#fff" d="M0 0h1200v630H0z" />
      <path className="ground" d="M730 32h438v566H730z" />
      <svg x="730" y="32" width="438" height="566">
        {plan ? <Plan id="plan" view={plan.view} subject={plan.subject} className="" /> : <Staircase />}
      </svg>
      <path className="frame" d="M12 32h1176M12 598h1176M32 12v606M1168 12v606M730 32v566M32 128h698M32 518h698" />
      <path fill="#6a7882" d="M76 60h15v42H76zM97 90h21v12H97z" />
      <path fill="none" stroke="#c2122b" strokeWidth="6" d="M100 63h15v18h-15z" />
      <text className="brand" x="138" y="92">
        {company.brand}
      </text>
      {lines.map((line, index) => (
        <text key={line} className="title" x="74" y={top + index * LINE + 22}>
          {line}
        </text>
      ))}
      <text className="caption" x="76" y="568">
        {caption}
      </text>
    </svg>
  );
}

/** The phases one after another, as on the page about the method. */
function Staircase() {
  const { bars, total } = schedule(method.phases);
  const width = 370 / total;
  const weeks = Array.from({ length: total + 1 }, (_, week) => `M${34 + week * width} 48v470`).join('');
  return [
    <path key="weeks" fill="none" stroke="#c9d2d7" strokeWidth="2" d={weeks} />,
    ...bars.map(({ start, shortest, longest }, index) => (
      <g key={start} transform={`translate(${34 + start * width} ${96 + index * 100})`}>
        <path fill="#fff" stroke="#0f1e28" strokeWidth="2" d={`M0 0h${longest * width}v56H0z`} />
        <path fill="#0f1e28" d={`M0 0h${shortest * width}v56H0z`} />
      </g>
    )),
  ];
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
