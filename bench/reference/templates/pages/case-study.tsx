import { Lead } from '../components/lead.tsx';
import { Table } from '../components/table.tsx';
import { caseStudy } from '../content/fixed.ts';

export const meta = { title: caseStudy.title, description: caseStudy.lead };

/** @param props `content` is for who makes another generator's template of the page */
export default function CaseStudy({ content = caseStudy }: { readonly content?: typeof caseStudy }) {
  return (
    <article className="mx-auto max-w-3xl">
      <Lead title={content.title}>{content.lead}</Lead>
      {content.chapters.map((chapter) => (
        <section key={chapter.title} className="mt-10">
          <h2 className="text-2xl font-bold">{chapter.title}</h2>
          {chapter.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-4 leading-7 text-stone-700">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <Table rows={content.results} />
    </article>
  );
}
