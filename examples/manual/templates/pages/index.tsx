import { href, type Load, type Meta, type PageProps } from 'sitegen';
import { collection, type Entry } from 'sitegen/content';
import { Contents } from '../components/contents.tsx';
import { Drawing } from '../components/drawing.tsx';
import { readTree, type Item } from '../docs.ts';
import facts from '../facts.json' with { type: 'json' };
import CopyCode from '../islands/copy-code.tsx';
import Counter from '../islands/counter.tsx';
import { site } from '../site.ts';

const parts = collection('landing/*.md');

interface Chart {
  readonly pages: string;
  readonly bars: readonly { readonly name: string; readonly seconds: string; readonly ratio: number }[];
}

interface Loaded {
  readonly items: readonly Item[];
  readonly part: Readonly<Record<string, Entry['Content']>>;
}

export const meta: Meta = { title: site.name, description: site.description };

export const load: Load<Loaded> = async () => ({
  items: await readTree(),
  part: Object.fromEntries((await parts.all()).map(({ slug, Content }) => [slug, Content])),
});

const COMMAND = 'npm create sitegen-react@latest my-site';
const BLOG = 'npm create sitegen-react@latest my-blog -- --template blog --for github';
const guide = (slug: string) => href('/[...slug]', { slug });
/** Made by `examples/manual/evidence.mjs`. */
const { bytes, built, failed, charts, date, node } = facts;
const kilobytes = (size: number) => `${(size / 1000).toFixed(1)}\u00a0kB`;

export default function Landing({ data: { items, part } }: PageProps<Loaded>) {
  const { page: Page, 'page-html': PageHtml, island: Island, 'island-html': IslandHtml, others: Others } = part;
  return (
    <main id="_content" tabIndex={-1} className="home landing">
      <section className="hero">
        <div>
          <h1>{site.tagline}</h1>
          <p className="lead">
            Every page is plain HTML. JavaScript is sent only to pages with an island, and a build checks the whole
            site.
          </p>
          <Command text={COMMAND} />
          <p>Or a blog on GitHub Pages:</p>
          <Command text={BLOG} />
          <p>
            Not published yet: until it is, <a href={guide('getting-started')}>create a site from a checkout</a>.
          </p>
          <p className="actions">
            <a href={guide('getting-started')} className="button">
              Getting started
            </a>
            <a href="#contents" className="button button-quiet">
              All documentation
            </a>
          </p>
        </div>
        <Drawing />
      </section>

      <section>
        <div>
          <h2>A page is a file</h2>
          <p>
            It is a React component that renders once, in the build. Visitors get its HTML, here{' '}
            {kilobytes(bytes.about)}, and no script.
          </p>
          <p>
            <a href={guide('getting-started')}>Getting started</a>
          </p>
        </div>
        <div className="pair">
          <div>
            {Page && <Page />}
            <Terminal parts={built} />
          </div>
          {PageHtml && <PageHtml />}
        </div>
      </section>

      <section>
        <div>
          <h2>An island is a component that runs in the browser</h2>
          <p>One call marks it. It is part of the HTML, and starts when it is needed: here, when you scroll to it.</p>
          <p className="try">
            <Counter start={3} hydrate="visible" />
          </p>
          <p>
            <a href={guide('islands')}>Islands</a>
          </p>
        </div>
        <div>
          <div className="pair">
            {Island && <Island />}
            {IslandHtml && <IslandHtml />}
          </div>
          <dl className="bytes">
            <div>
              <dt>HTML of a page with this island</dt>
              <dd>{kilobytes(bytes.counter)}</dd>
            </div>
            <div>
              <dt>Its script, Preact included, with Brotli</dt>
              <dd>{kilobytes(bytes.script)}</dd>
            </div>
            <div>
              <dt>Script of all other pages</dt>
              <dd>0</dd>
            </div>
          </dl>
        </div>
      </section>

      <section>
        <div>
          <h2>A build checks the whole site</h2>
          <p>
            Links, fragments, files, ids, titles, headings, alternative texts, HTML that browsers restructure, and what
            React drops silently. All mistakes in one run, and the last good site stays.
          </p>
          <p>
            <a href={guide('errors')}>All diagnostics</a>
          </p>
        </div>
        <Terminal parts={failed} />
      </section>

      <section>
        <div>
          <h2>How fast it is</h2>
          <p>
            The time of a first build of one site, as a multiple of sitegen’s: 2 is half as fast. Measured on {date}{' '}
            with {node} on two shared, slow processors. Eleventy renders no React, and none but sitegen checks the site.
          </p>
          <p>
            <a href={guide('performance')}>Performance</a>
          </p>
        </div>
        <div className="charts">
          {charts.map((chart) => (
            <BarChart key={chart.pages} {...chart} longest={Math.max(...charts.flatMap(ratiosOf))} />
          ))}
        </div>
      </section>

      <section>
        <div>
          <h2>Use something else if …</h2>
          <p>
            <a href={guide('not-included')}>What sitegen does not do</a>
          </p>
        </div>
        <div className="prose">{Others && <Others />}</div>
      </section>
      <Contents items={items} />
    </main>
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <div className="code command">
      <pre>
        <code>
          {text.split(' ').map((word, place) => (
            <span key={place}>{word} </span>
          ))}
        </code>
      </pre>
      <CopyCode text={text} hydrate="visible" />
    </div>
  );
}

function Terminal({ parts: shown }: { readonly parts: typeof built }) {
  return (
    <figure className="terminal">
      <pre tabIndex={0}>
        <b>$ sitegen build{'\n'}</b>
        {shown.map(({ look, text }, place) =>
          look === 'plain' ? (
            text
          ) : (
            <span key={place} className={look}>
              {text}
            </span>
          ),
        )}
      </pre>
    </figure>
  );
}

const ratiosOf = ({ bars }: Chart) => bars.map(({ ratio }) => ratio);

/** A table with bars in it, which is read like any other. */
function BarChart({ pages, bars, longest }: Chart & { readonly longest: number }) {
  return (
    <table className="chart">
      <caption>{pages} pages</caption>
      <thead>
        <tr>
          <th scope="col">Generator</th>
          <th scope="col">× sitegen</th>
          <th scope="col">Seconds</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, ratio, seconds }) => (
          <tr key={name} className={name}>
            <th scope="row">{name}</th>
            <td>
              <div className="bar">
                <svg height="10" aria-hidden>
                  <rect width={`${((100 * ratio) / longest).toFixed(1)}%`} height="10" rx="2" />
                </svg>
                {ratio.toFixed(2)}
              </div>
            </td>
            <td>{seconds}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
