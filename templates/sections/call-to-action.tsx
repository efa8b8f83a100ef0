import { Town, type TownCrop } from '../drawings/town.tsx';
import { ButtonLink } from '../ui/button-link.tsx';

interface Props {
  readonly heading: string;
  readonly text: string;
  readonly link: string;
}

/** An invitation to get in touch, between two sections. */
export function CallToAction({ heading, text, link }: Props) {
  return (
    <section className="page flex flex-wrap items-center justify-between gap-x-16 gap-y-6 py-section print:hidden">
      <div>
        <h2 className="text-h2">{heading}</h2>
        <p className="mt-3 text-lead text-muted">{text}</p>
      </div>
      <ButtonLink href="/contact/" label={link} quiet />
    </section>
  );
}

/** The last words of a page: the same invitation, inverted, beside a picture. */
export function ClosingCall({ heading, text, link, crop }: Props & { readonly crop: TownCrop }) {
  return (
    <section className="split band print:hidden">
      <div className="py-14 lg:py-20">
        <h2 className="text-h2">{heading}</h2>
        <p className="mt-3 text-lead text-muted">{text}</p>
        <p className="mt-8">
          <ButtonLink href="/contact/" label={link} />
        </p>
      </div>
      <div className="flex border-control max-lg:border-t lg:border-s">
        <Town crop={crop} className="h-auto w-full lg:h-0 lg:min-h-full" />
      </div>
    </section>
  );
}
