import { failure } from '../content/site.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmailLink } from '../ui/email-link.tsx';

export const { meta } = failure;

export default function FailurePage() {
  return (
    <div className="page py-section">
      <h1 className="text-h1">{failure.heading}</h1>
      <p className="mt-6 text-lead text-muted">{failure.text}</p>
      <p className="mt-10">
        <ButtonLink href="/" label={failure.homeLink} />
      </p>
      <p className="mt-6">
        {`${failure.emailText} `}
        <EmailLink className="link inline-block py-1" />
      </p>
    </div>
  );
}
