import { Lead } from '../../components/lead.tsx';
import { Table } from '../../components/table.tsx';
import { countInsights, makeInsight, type Insight } from '../../content/insights.ts';

interface InsightProps {
  readonly data: Insight;
}

/** Addresses only: what a page says is made where the page is rendered. */
export function* paths() {
  for (let n = 1; n <= countInsights(); n += 1) yield { params: { slug: String(n) } };
}

export const load = ({ params }: { readonly params: { readonly slug: string } }) => makeInsight(Number(params.slug));

export const meta = ({ data }: InsightProps) => ({ title: data.title, description: data.lead });

export default function InsightPage({ data }: InsightProps) {
  return (
    <article className="mx-auto max-w-3xl">
      <Lead title={data.title}>{data.lead}</Lead>
      {data.paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-4 leading-7 text-stone-700">
          {paragraph}
        </p>
      ))}
      <Table head={data.head} rows={data.rows} />
      <h2 className="mt-12 text-2xl font-bold">Read on</h2>
      <ul className="mt-4 list-disc pl-5">
        {data.related.map((link) => (
          <li key={link.href}>
            <a href={link.href} className="text-teal-700 underline">
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </article>
  );
}
