import { notFound } from '../content/site.ts';
import { Town } from '../drawings/town.tsx';
import NotFoundLog from '../islands/not-found-log.tsx';
import { ButtonLink } from '../ui/button-link.tsx';

export const { meta } = notFound;

export default function NotFoundPage() {
  return (
    <>
      <div className="split">
        <div className="py-10 sm:py-16">
          <p className="text-figure font-bold text-muted">{notFound.code}</p>
          <h1 className="mt-4 text-h1 leading-[1.2]">
            {`${notFound.exclamation} `}
            <span className="inline-block">{notFound.heading}</span>
          </h1>
          <p className="mt-5 text-lead text-balance text-muted">{notFound.text}</p>
          <p className="mt-8">
            <ButtonLink href="/" label={notFound.homeLink} />
          </p>
          <p className="mt-6">
            {`${notFound.contactText} `}
            <a href="/contact/" className="link inline-block py-1">
              {notFound.contactLink}
            </a>
          </p>
        </div>
        <div className="flex border-control max-lg:border-t lg:border-s print:hidden">
          <Town crop="not-found" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-full" />
        </div>
      </div>
      <NotFoundLog />
    </>
  );
}
