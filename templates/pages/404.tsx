import { Plan } from '../components/plan.tsx';
import { notFound } from '../content/failures.ts';
import NotFoundLog from '../islands/not-found-log.tsx';

export { notFoundMeta as meta } from '../content/failures.ts';

export default function NotFoundPage() {
  return (
    <div className="rails-2">
      <div className="gutter section-y">
        <p className="text-figure font-bold text-muted">{notFound.code}</p>
        <h1 className="mt-4 max-w-[8em] text-h1">{notFound.heading}</h1>
        <p className="mt-5 text-lead text-balance text-muted">{notFound.text}</p>
        <p className="mt-8">
          <a href="/" className="command">
            {notFound.homeLink}
          </a>
        </p>
        <p className="mt-6">
          {`${notFound.contactText} `}
          <a href="/contact/" className="link block w-fit">
            {notFound.contactLink}
          </a>
        </p>
      </div>
      <div className="site-plan border-t border-ink lg:border-t-0 lg:border-l">
        <Plan id="plan" view={VIEW} subject="empty parcel" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-full" />
      </div>
      <NotFoundLog />
    </div>
  );
}

const VIEW = { left: 60, top: 90, width: 380, height: 370 };
