import type { Answer } from '../../../src/hosts/answer.ts';
import { IMMUTABLE } from '../../../src/hosts/file-metadata.ts';
import { spellAddress } from '../../../src/shared/address.ts';
import type { Question } from './ask.ts';

/** A known difference between a server and the model of its host, and why it is acceptable. */
export interface Deviation {
  readonly because: string;
  /** The questions concerned: `GET /contact?q=1`. */
  readonly asked: RegExp;
  /** The actual answer, computed from the expected one. */
  readonly answers?: (expected: Answer, asked: Question) => Answer;
  /** Headers that differ because of it; `undefined` for a header it does not send. */
  readonly sends?: (answer: Answer) => Readonly<Record<string, string | undefined>>;
}

const SLASHES: Deviation = {
  because: 'file systems take two slashes for one',
  asked: /^\w+ (\/\w+)?(\/contact\/\/|\/\/contact\/)(\?|$)/,
  answers: () => ({ status: 200, file: 'contact/index.html' }),
};

const SLASHES_AWAY: Deviation = {
  because: 'file systems take two slashes for one',
  asked: SLASHES.asked,
  answers: (_, { pathname, query }) => ({ status: 301, location: pathname.replace(/\/+/g, '/').slice(0, -1) + query }),
};

const NO_TYPE: Deviation = {
  because: 'a file whose name has no ending has no type, and browsers are told not to guess',
  asked: /^\w+ (\/docs)?\/(no-ending|\.well-known\/no-ending|_headers|_redirects)(\?|$)/,
  sends: () => ({ 'Content-Type': undefined }),
};

/** Errors without a page may have any headers, but must include the protective ones. */
const REFUSED: Answer = { status: 405 };

const OUTSIDE = /^\w+ \/(?!docs\/)/;

/** By the base of the site, for a server with other content outside of it. */
export const OUTSIDE_OF_HTACCESS: Deviation = {
  because: "a folder's .htaccess says nothing of what lies outside of it",
  asked: OUTSIDE,
  answers: (expected, { method, pathname }) =>
    expected.status === 404 ? { status: pathname === '/' && method !== 'POST' ? 403 : 404 } : expected,
};

/** The page files of a site with trailing slashes, without their ending. */
const PAGE_FILE = '/(?:404|500|plain|page\\.de)';

/** For sites with trailing slashes. */
export const WITH_SLASHES: Readonly<Record<string, readonly Deviation[]>> = {
  nginx: [
    SLASHES,
    {
      because: 'it leads to folders before it looks for their pages',
      asked: /^\w+ (\/docs)?\/(deep|deep\/er|assets)(\?|$)/,
      answers: (_, { pathname, query }) => ({ status: 301, location: `${pathname}/${query}` }),
    },
  ],
  Apache: [SLASHES],
  workerd: [
    {
      because: 'it leads to the one address of a page',
      asked: /^\w+ \/(?:contact\/\/|\/contact\/|contact\.html)(\?|$)/,
      answers: (_, { query }) => ({ status: 307, location: `/contact/${query}` }),
    },
    {
      because: 'the address of a page file has no ending, on every site',
      asked: new RegExp(`^\\w+ .*${PAGE_FILE}(\\?|$)`),
      answers: (_, { pathname }) => ({ status: 200, file: `${pathname.slice(1)}.html` }),
    },
    {
      because: 'the address of a page file has no ending, on every site',
      asked: new RegExp(`^\\w+ (?!/\\.).*(?:${PAGE_FILE}|/index)/(\\?|$)`),
      answers: (_, { pathname, query }) => ({ status: 307, location: spellAddress(pathname.slice(0, -1)) + query }),
    },
  ],
};

/** For sites without trailing slashes. */
export const WITHOUT_SLASHES: Readonly<Record<string, readonly Deviation[]>> = {
  nginx: [SLASHES_AWAY],
  Apache: [SLASHES_AWAY],
  workerd: [
    {
      ...SLASHES_AWAY,
      answers: (_, { query }) => ({ status: 307, location: `/contact${query}` }),
    },
  ],
};

/** By the title of a program. */
export const DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  nginx: [
    {
      because: 'files cannot be posted to',
      asked: /^POST /,
      answers: (expected) => (expected.status === 200 ? REFUSED : expected),
    },
  ],
  Apache: [
    NO_TYPE,
    {
      because: 'it keeps its own files to itself, whatever these say',
      asked: /^\w+ (\/docs)?\/\.htaccess(\?|$)/,
      answers: (expected) => ({ ...expected, status: 403 }),
    },
  ],
  workerd: [
    {
      because: 'it has the types of a package, and charsets only for text',
      asked: /\.(?:svg|json|xml|webmanifest|map|js|mjs)(\?|$)/,
      sends: ({ file }) => (file?.endsWith('404.html') === false ? { 'Content-Type': typeOf(file) } : {}),
    },
    { ...NO_TYPE, asked: /\/no-ending(\?|$)/ },
    {
      because: 'it reads these files, and does not publish them',
      asked: /^\w+ \/_(?:headers|redirects)(\?|$)/,
      answers: () => ({ status: 404, file: '404.html' }),
    },
    {
      because: 'rules for headers know paths, but not whether there is a file',
      asked: /^\w+ \/assets\/(?:none-ABCDEFGH\.js)?(\?|$)/,
      sends: ({ status }) => (status === 404 ? { 'Cache-Control': IMMUTABLE } : {}),
    },
    {
      because: 'the address of a page file has no ending, even of a not-found page',
      asked: /^\w+ .*(?<!index)\.html(\?|$)/,
      answers: (expected, { pathname, query }) =>
        expected.status === 200 ? { status: 307, location: spellAddress(pathname.slice(0, -5)) + query } : expected,
    },
    {
      because: 'it knows two more names of a page',
      asked: /^\w+ (?!\/\.).*\/index(\?|$)/,
      answers: (expected, { pathname, query }) => {
        const location = spellAddress(pathname.slice(0, -'index'.length)) + query;
        return expected.status === 301 ? expected : { status: 307, location };
      },
    },
    {
      because: 'it leaves out the empty query of the target of a redirect',
      asked: /^/,
      answers: (expected, { query }) =>
        expected.status === 301 ? { status: 301, location: withQuery(expected.location ?? '', query) } : expected,
    },
    {
      because: 'files cannot be posted to',
      asked: /^POST /,
      answers: (expected) => (expected.status === 301 ? expected : REFUSED),
    },
  ],
  'Ceph RGW': [
    {
      because: 'it shows pages where Amazon leads to them',
      asked: /^GET \/.*[^/]$/,
      answers: (expected, { pathname }) =>
        expected.status === 302 ? { status: 200, file: `${pathname.slice(1)}/index.html` } : expected,
    },
    {
      because: 'it decodes names twice',
      asked: /^GET .*%\.txt(\?|$)/,
      answers: () => ({ status: 404, file: '404.html' }),
    },
  ],
  s3rver: [
    {
      because: 'it says nothing of error pages but their type',
      asked: /^/,
      sends: ({ status }) => (status === 404 ? { 'Cache-Control': undefined } : {}),
    },
    {
      because: 'it looks for no error page where a name is empty',
      asked: /^\w+ .*\/\//,
      answers: () => ({ status: 404 }),
    },
    {
      because: 'it takes the bytes of letters for letters where it redirects',
      asked: /^GET .*\/früher(\?|$)/,
      answers: (_, { pathname }) => ({ status: 302, location: `${Buffer.from(pathname).toString('latin1')}/` }),
    },
    {
      because: 'it finds no folders with some letters',
      asked: /^\w+ .*\/é 中 😀(\?|$)/,
      answers: () => ({ status: 404, file: '404.html' }),
    },
  ],
};

function withQuery(location: string, query: string): string {
  const { origin, pathname, search, hash } = new URL(location, 'http://here');
  return `${origin === 'http://here' ? '' : origin}${pathname}${search || query}${hash}`;
}

/** By the ending of a file. */
function typeOf(file: string): string {
  const types = { svg: 'image/svg+xml', webmanifest: 'application/manifest+json', xml: 'application/xml' };
  const ending = file.slice(file.lastIndexOf('.') + 1);
  return (
    types[ending as keyof typeof types] ??
    (ending.endsWith('js') ? 'text/javascript; charset=utf-8' : 'application/json')
  );
}
