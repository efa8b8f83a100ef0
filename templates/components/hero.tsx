import { hero } from '../content/home.ts';
import { plotId, sectors } from '../content/sectors.ts';
import { BrandMark } from './brand-mark.tsx';
import { CommandLink } from './command-link.tsx';
import { Plan } from './plan.tsx';

export function Hero() {
  return (
    <div className="hero rails-2">
      <div className="gutter flex flex-col justify-center py-8 sm:py-12">
        <h1 className="text-h1">{hero.heading}</h1>
        <p className="mt-4 max-w-[25em] text-lead text-muted sm:mt-5">{hero.lead}</p>
        <p className="mt-6 sm:mt-8">
          <CommandLink href="/our-approach/" label={hero.link} />
        </p>
      </div>
      <figure className="site-plan flex flex-col border-t border-ink lg:border-t-0 lg:border-l">
        <Plan id="plan" view={VIEW} isNumbered className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-88 lg:grow" />
        <TitleBlock />
      </figure>
    </div>
  );
}

const VIEW = { left: 0, top: 50, width: 480, height: 410 };

/** As on a drawing: the mark, the key, and what kind of plan it is. */
function TitleBlock() {
  const { subject, around, sectors: ours, note } = hero.plan;
  return (
    <figcaption className="plan-key border-t border-ink text-caption text-muted">
      <BrandMark className="size-9" />
      <ul>
        <li className="label">{note}</li>
        <li>
          <Line className="plan-subject" />
          <Edge {...subject} />
        </li>
        <li>
          <Line className="plan-around" />
          <Edge {...around} />
        </li>
        <li>
          {ours}
          {sectors.map(({ name }, index) => (
            <a
              key={name}
              href={`#${plotId(index + 1)}`}
              aria-label={`${index + 1}: ${name}`}
              className="plan-number link"
            >
              {index + 1}
            </a>
          ))}
        </li>
      </ul>
    </figcaption>
  );
}

/** Names a line by its kind and its colour, or by its kind alone where visitors have colours of their own. */
function Edge({ kind, hue, meaning }: { readonly kind: string; readonly hue: string; readonly meaning: string }) {
  return (
    <span>
      {`${kind} `}
      <span className="hue">{`${hue} `}</span>
      {meaning}
    </span>
  );
}

function Line({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 28 4" className="plan-line" aria-hidden="true" focusable="false">
      <path className={className} d="M0 2h28" />
    </svg>
  );
}
