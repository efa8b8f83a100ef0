import { headersAlike } from './headers.ts';
import type { HostFile, HostedSite } from '../api/host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/** Headers that a policy has fields of its own for. */
const TYPED =
  /^(content-security-policy|strict-transport-security|x-content-type-options|x-frame-options|referrer-policy)$/i;

/**
 * For a bucket that only CloudFront reads: a function for viewer requests, which knows folders, and a policy for response
 * headers. `Cache-Control` comes with each object.
 */
export function writeCloudfrontFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map((from) => [base + from.slice(1), targetOf(base, redirect)]),
  );
  return [
    {
      name: 'cloudfront-function.js',
      place: 'beside',
      text: functionWith(base, Object.fromEntries(moved) as Record<string, string>),
    },
    {
      name: 'cloudfront-headers.json',
      place: 'beside',
      text: `${JSON.stringify(policyOf(headersAlike(headers)), null, 2)}\n`,
    },
  ];
}

/**
 * Only what this runtime has: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 * is ES5 and some more, and has neither "for of" nor Object.hasOwn. A path with two slashes or a backslash is left alone, for it
 * could lead to another site: "//elsewhere.example/x".
 */
function functionWith(base: string, moved: Readonly<Record<string, string>>): string {
  return `// Written by sitegen. A function for viewer requests, runtime cloudfront-js-2.0.
const base = ${JSON.stringify(base)};
const moved = ${JSON.stringify(moved, null, 2)};

function handler(event) {
  const request = event.request;
  const path = request.uri;
  if (path + '/' === base) return redirect(base + queryOf(request.querystring));
  if (!path.startsWith(base) || path.includes('//') || path.includes('\\\\')) return request;
  const location = moved[decode(path)];
  if (location) return redirect(location);
  if (path.endsWith('/')) request.uri = path + 'index.html';
  else if (isFolder(path)) return redirect(path + '/' + queryOf(request.querystring));
  return request;
}

// A function cannot look whether there is such a file.
function isFolder(path) {
  return !path.includes('/.well-known/') && !path.slice(path.lastIndexOf('/')).includes('.');
}

function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    return path;
  }
}

function redirect(location) {
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
}

function queryOf(querystring) {
  const parts = [];
  Object.keys(querystring).forEach((name) => {
    const entry = querystring[name];
    (entry.multiValue || [entry]).forEach((one) => parts.push(one.value === '' ? name : name + '=' + one.value));
  });
  return parts.length > 0 ? '?' + parts.join('&') : '';
}
`;
}

/** https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ResponseHeadersPolicyConfig.html */
function policyOf(headers: Readonly<Record<string, string>>) {
  const value = (name: string) => headers[Object.keys(headers).find((key) => key.toLowerCase() === name) ?? ''];
  const transport = value('strict-transport-security');
  const contentPolicy = value('content-security-policy');
  const frames = value('x-frame-options');
  const referrer = value('referrer-policy');
  const others = Object.entries(headers).filter(([name]) => !TYPED.test(name));
  const Override = true;
  return {
    Name: 'sitegen',
    SecurityHeadersConfig: {
      ...(contentPolicy && { ContentSecurityPolicy: { Override, ContentSecurityPolicy: contentPolicy } }),
      ...(value('x-content-type-options') && { ContentTypeOptions: { Override } }),
      ...(frames && { FrameOptions: { Override, FrameOption: frames } }),
      ...(referrer && { ReferrerPolicy: { Override, ReferrerPolicy: referrer } }),
      ...(transport && {
        StrictTransportSecurity: {
          Override,
          AccessControlMaxAgeSec: Number(/max-age=(\d+)/i.exec(transport)?.[1] ?? 0),
          IncludeSubdomains: /includesubdomains/i.test(transport),
          Preload: /preload/i.test(transport),
        },
      }),
    },
    CustomHeadersConfig: {
      Quantity: others.length,
      Items: others.map(([Header, Value]) => ({ Header, Value, Override })),
    },
  };
}
