/** CloudFront in front of a private bucket, as far as a build controls it: its function and its response headers policy. */
import { rm } from 'node:fs/promises';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, isHidden, type Answer } from '../../src/hosts/answer.ts';
import { headersAlike } from '../../src/hosts/headers.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { encodePath } from '../../src/shared/address.ts';
import type { Question } from './asking/ask.ts';
import { nameOf, questionsFor } from './asking/questions.ts';
import { buildSample, type Sample } from './asking/sample.ts';

interface Value {
  readonly value: string;
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
interface Request {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Readonly<Record<string, Value & { readonly multiValue?: readonly Value[] }>>;
  readonly headers: object;
  readonly cookies: object;
}

interface Response {
  readonly statusCode: number;
  readonly headers?: { readonly location: Value };
}

type Handler = (event: { version: string; context: object; viewer: object; request: Request }) => Request | Response;

describe.each([
  ['/', true],
  ['/docs/', true],
  ['/', false],
  ['/docs/', false],
])('a site at %s, with trailing slashes: %s', (base, trailingSlash) => {
  let sample: Sample;
  let source: string;
  let handler: Handler;
  beforeAll(async () => {
    sample = await buildSample(base, { trailingSlash });
    source = await sample.project.read('.sitegen/hosts/cloudfront-function.js');
    handler = vm.runInNewContext(`${source}; handler`) as Handler;
  });
  afterAll(() => rm(sample.project.root, { recursive: true }));

  test('is answered as src/hosts/ describes CloudFront', () => {
    const has = (file: string) => sample.files.includes(file);
    const differences = questionsFor(sample).flatMap((question) => {
      const answer = answerWith(handler, sample, question);
      const expected = answerOf(HOSTS.cloudfront, sample.site, question, has);
      return JSON.stringify(answer) === JSON.stringify(expected) ? [] : [[nameOf(question), answer, expected]];
    });
    expect(differences).toEqual([]);
  });

  test.each(['/example.org/x', '/\\example.org/x', '\\example.org/x', '/example.org//x'])(
    'does not redirect to another site: %j',
    (inside) => {
      const uri = `${base}${inside}`;
      expect(handler(eventOf('GET', uri, ''))).toMatchObject({ uri });
    },
  );

  test('the function uses only what its runtime supports', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(10 * 1024);
    expect(source).not.toMatch(
      /\bof\b.*\)|hasOwn|\?\?|\?\.|\.\.\.|=>\s*\{[^}]*await|replaceAll|\.at\(|\bclass\b|\bimport\b/,
    );
  });

  test('a query keeps its order, repetitions and parameters without a value', () => {
    const query = '?b=1&a=2&a=3&c&d=%C3%A9+x';
    expect(handler(eventOf('GET', `${base}contact${trailingSlash ? '' : '/'}`, query))).toMatchObject({
      statusCode: 301,
      headers: { location: { value: `${base}contact${trailingSlash ? '/' : ''}${query}` } },
    });
  });

  test('the policy has every header once, in the right field', async () => {
    const policy = JSON.parse(await sample.project.read('.sitegen/hosts/cloudfront-headers.json')) as Policy;
    expect(headersIn(policy)).toEqual(headersAlike(sample.site.headers));
    expect(policy.CustomHeadersConfig.Quantity).toBe(policy.CustomHeadersConfig.Items.length);
    expect(Object.keys(policy).toSorted()).toEqual(['CustomHeadersConfig', 'Name', 'SecurityHeadersConfig']);
  });
});

/** The response to a visitor: the bucket answers 403 for a missing object, which the distribution turns into the error page. */
function answerWith(handler: Handler, { files, site }: Sample, { method, pathname, query }: Question): Answer {
  const result = handler(eventOf(method, encodePath(pathname), query));
  if ('statusCode' in result) {
    const location = result.headers?.location.value;
    return { status: result.statusCode, ...(location !== undefined && { location }) };
  }
  // S3 decodes a plus as a space.
  const key = decodeURIComponent(result.uri.replaceAll('+', ' ')).slice(1);
  // `sitegen deploy` also uploads pages without their extension.
  const keysOf = (name: string) => (site.trailingSlash ? [name] : [name, name.replace(/\.html$/, '')]);
  const file = files.find((name) => !isHidden(name) && keysOf(name).some((one) => site.base.slice(1) + one === key));
  return file === undefined ? { status: 404, file: '404.html' } : { status: 200, file };
}

function eventOf(method: string, uri: string, query: string) {
  const querystring: Record<string, Value & { multiValue?: Value[] }> = {};
  for (const part of query.slice(1).split('&').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=');
    const before = querystring[name];
    const values = [...(before?.multiValue ?? (before === undefined ? [] : [before])), { value }];
    querystring[name] = values.length > 1 ? { value: values[0]?.value ?? '', multiValue: values } : { value };
  }
  const request = { method, uri, querystring, headers: {}, cookies: {} };
  return { version: '1.0', context: {}, viewer: { ip: '192.0.2.1' }, request };
}

/** https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ResponseHeadersPolicyConfig.html */
interface Policy {
  readonly SecurityHeadersConfig: {
    readonly ContentSecurityPolicy: { readonly ContentSecurityPolicy: string };
    readonly ContentTypeOptions: object;
    readonly FrameOptions: { readonly FrameOption: string };
    readonly ReferrerPolicy: { readonly ReferrerPolicy: string };
    readonly StrictTransportSecurity: { readonly AccessControlMaxAgeSec: number };
  };
  readonly CustomHeadersConfig: {
    readonly Quantity: number;
    readonly Items: readonly { readonly Header: string; readonly Value: string; readonly Override: boolean }[];
  };
}

/** The headers that CloudFront derives from a policy. */
function headersIn({ SecurityHeadersConfig: security, CustomHeadersConfig: custom }: Policy): Record<string, string> {
  return {
    'Content-Security-Policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'Referrer-Policy': security.ReferrerPolicy.ReferrerPolicy,
    'Strict-Transport-Security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': security.FrameOptions.FrameOption,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
}
