import type { CardProps } from 'sitegen';
import { SitePlan } from './components/site-plan.tsx';
import { company } from './content/company.ts';
import { sheets, site } from './content/site.ts';

/** The tokens of `site.css` in their light form: a picture is the same for everybody. */
const STYLES = `
  text { font-family: Archivo; fill: #0f1e28 }
  .title { font-size: 78px; font-weight: 700; letter-spacing: -1.5px }
  .brand { font-size: 32px; font-weight: 700 }
  .caption { font-size: 24px; fill: #4a5862 }
  .frame { fill: none; stroke: #0f1e28; stroke-width: 2 }
  .plan { fill: none; stroke: #6a7882; stroke-width: 1.25 }
  .plan-faint { stroke: #c9d2d7 }
  .plan-solid { fill: #f1f4f6 }
  .plan-subject { stroke: #c2122b; stroke-width: 5 }
  .plan-around { stroke: #1b3f8b; stroke-width: 3; stroke-dasharray: 8 5 }
`;

/** How many characters of the title fit into the width that it has. */
const LINE = 17;

/** The picture that stands for a page where its address is shared: the sheet, drawn once more. */
export default function Card({ path, meta }: CardProps) {
  const number = sheets.findIndex((sheet) => sheet.path === path) + 1;
  const sheet = sheets[number - 1];
  const lines = toLines(meta.title, LINE);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
      <style>{STYLES}</style>
      <path fill="#fff" d="M0 0h1200v630H0z" />
      <svg x="770" y="32" width="398" height="566">
        <SitePlan className="site" />
      </svg>
      <path className="frame" d="M12 32h1176M12 598h1176M32 12v606M1168 12v606M770 32v566M32 128h738M32 518h738" />
      <path fill="#6a7882" d="M76 60h15v42H76zM97 90h21v12H97z" />
      <path fill="none" stroke="#c2122b" strokeWidth="6" d="M100 63h15v18h-15z" />
      <text className="brand" x="138" y="92">
        {company.brand}
      </text>
      {lines.map((line, index) => (
        <text key={line} className="title" x="74" y={323 + (index - (lines.length - 1) / 2) * 84 + 26}>
          {line}
        </text>
      ))}
      <text className="caption" x="76" y="567">
        {sheet ? site.sheetCaption(number, sheet.name) : site.noSheet}
      </text>
    </svg>
  );
}

/** `Data advice for the property sector` -> `Data advice for`, `the property`, `sector` */
function toLines(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
