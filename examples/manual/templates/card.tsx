import type { CardProps } from 'sitegen';
import { site } from './site.ts';

const LINE = 92;

/** The picture that stands for a page where its address is shared: its title. */
export default function Card({ path, meta }: CardProps) {
  const lines = toLines(path === '/' ? site.tagline : meta.title, 22);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" fontFamily="Archivo" fill="#1b211f">
      <path fill="#fff" d="M0 0h1200v630H0z" />
      <path fill="#14695a" d="M0 0h24v630H0z" />
      <path fill="#e6f1ed" d="M1000 470h200v160h-200z" />
      <path fill="none" stroke="#14695a" strokeWidth="8" strokeLinecap="round" d="M1060 530h80M1060 566h48" />
      <text x="100" y="128" fontSize="40" fontWeight="700" fill="#14695a">
        {site.name}
      </text>
      {lines.map((line, place) => (
        <text key={line} x="98" y={350 + (place - (lines.length - 1) / 2) * LINE} fontSize="80" fontWeight="700">
          {line}
        </text>
      ))}
    </svg>
  );
}

function toLines(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
