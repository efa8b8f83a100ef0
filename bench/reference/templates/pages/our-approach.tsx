import { Lead } from '../components/lead.tsx';
import { Table } from '../components/table.tsx';
import { approach } from '../content/fixed.ts';

/** What may be edited is data: a page is made again when it changes, and no other page is. */
export const load = () => ({ ...approach });

export const meta = ({ data = approach }) => ({ title: data.title, description: data.lead });

interface ApproachProps {
  readonly data?: typeof approach;
  /** For who makes another generator's template of the page. */
  readonly content?: typeof approach;
}

export default function OurApproach({ data = approach, content = data }: ApproachProps) {
  return (
    <>
      <Lead title={content.title}>{content.lead}</Lead>
      {/* bench/dev-loop.mjs edits this sentence. */}
      <p id="note">Every project takes the same eight steps.</p>
      <ol className="mt-12 space-y-10">
        {content.steps.map((step) => (
          <li key={step.title} className="border-l-4 border-teal-600 pl-6">
            <h2 className="text-xl font-bold">{step.title}</h2>
            <p className="mt-2 leading-7 text-stone-600">{step.text}</p>
            <ul className="mt-3 flex flex-wrap gap-2">
              {step.results.map((result) => (
                <li key={result} className="rounded-full bg-stone-100 px-3 py-1 text-xs">
                  {result}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <Table rows={content.duties} />
    </>
  );
}
