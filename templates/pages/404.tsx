import { notFound } from '../content/site.ts';
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
        crop="not-found"
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
