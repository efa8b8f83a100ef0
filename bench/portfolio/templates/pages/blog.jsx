import { highlight } from '../data/highlight.js';

export const meta = { title: 'Notes', description: 'Notes on small tools.' };

const POST = `## A counter

\`\`\`js
let count = 0;
export const next = () => (count += 1);
\`\`\`
`;

export const load = async () => ({ html: await highlight(POST) });

export default function Blog({ data }) {
  return (
    <>
      <h1>Notes</h1>
      <div dangerouslySetInnerHTML={{ __html: data.html }} />
    </>
  );
}
