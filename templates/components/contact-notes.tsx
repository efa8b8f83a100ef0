import { emailSection, helpful } from '../content/contact.ts';

/** What stands beside the form: the way that works today, and what to write. */
export function ContactNotes() {
  return (
    <div className="grid content-start gap-12">
      <section>
        <h2 className="text-h3">{emailSection.heading}</h2>
        <p className="mt-2 text-muted">{emailSection.text}</p>
        <p className="mt-4 text-lead font-bold">
          <a href={`mailto:${emailSection.email}`} className="link break-all">
            {emailSection.email}
          </a>
        </p>
      </section>
      <section>
        <h2 className="text-h3">{helpful.heading}</h2>
        <ol className="mt-4 border-b border-control">
          {helpful.points.map((point, index) => (
            <li key={point} className="grid max-w-none grid-cols-[2rem_1fr] border-t border-control py-3">
              <span aria-hidden="true" className="text-muted">
                {index + 1}
              </span>
              {point}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
