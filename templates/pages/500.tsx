import { failure } from '../content/site.ts';
import { Town } from '../drawings/town.tsx';
import { Opening } from '../sections/opening.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmailLink } from '../ui/email-link.tsx';

export const { meta } = failure;

export default function FailurePage() {
  return (
    <Opening {...failure} picture={<Town crop="failure" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-full" />}>
      <p className="mt-8">
        <ButtonLink href="/" label={failure.homeLink} />
      </p>
      <p className="mt-6">
        {`${failure.emailText} `}
        <EmailLink className="link inline-block py-1" />
      </p>
    </Opening>
  );
}
