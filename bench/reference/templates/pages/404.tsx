import { notFound } from '../content/fixed.ts';

export const meta = { title: notFound.title, description: notFound.lead };

/** @param props `content` is for who makes another generator's template of the page */
export default function NotFound({ content = notFound }: { readonly content?: typeof notFound }) {
  return (
    <div className="py-24 text-center">
      <h1 className="text-6xl font-bold text-stone-900">{content.title}</h1>
      <p className="mt-4 text-stone-600">{content.lead}</p>
    </div>
  );
}
