import { EmailLink } from '../components/email-link.tsx';
import { failure } from '../content/failures.ts';

export { failureMeta as meta } from '../content/failures.ts';

export default function FailurePage() {
  return (
    <div className="gutter section-y">
      <h1 className="text-h1">{failure.heading}</h1>
      <p className="mt-6 text-lead text-muted">{failure.text}</p>
      <p className="mt-10">
        <a href="/" className="command">
          {failure.homeLink}
        </a>
      </p>
      <p className="mt-6">
        {`${failure.emailText} `}
        <EmailLink />
      </p>
    </div>
  );
}
