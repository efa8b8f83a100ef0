import { notFound } from '../content/site.ts';
import { Town } from '../drawings/town.tsx';
import NotFoundLog from '../islands/not-found-log.tsx';
import { Opening } from '../sections/opening.tsx';
import { ButtonLink } from '../ui/button-link.tsx';

export const { meta } = notFound;

export default function NotFoundPage() {
  return (
    <>
      <NotFoundLog />
      <Opening
        heading={
          <>
            {`${notFound.exclamation} `}
            <br />
            {notFound.heading}
          </>
        }
        lead={notFound.lead}
        above={<p className="mb-4 text-figure font-bold text-muted">{notFound.code}</p>}
        picture={<Town crop="not-found" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-full" />}
      >
        <p className="mt-8">
          <ButtonLink href="/" label={notFound.homeLink} />
        </p>
        <p className="mt-6">
          {`${notFound.contactText} `}
          <a href="/contact/" className="link inline-block py-1">
            {notFound.contactLink}
          </a>
        </p>
      </Opening>
    </>
  );
}
