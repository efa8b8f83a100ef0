/** Content security policies that allow the reload client to connect, and React's development build to work. */
import { findContentPolicies } from '../check/html/inspect-html.ts';

/** Directives that are reported in the browser's console instead of enforced: React compares HTML by writing it. */
const REPORTED = ['require-trusted-types-for', 'trusted-types'];

/** Relaxes the policies that a page carries in `<meta>`, if it has any. Only `serve` sends the page like this. */
export function relaxPagePolicy(html: string): string {
  let relaxed = html;
  for (const { policy, start, end } of findContentPolicies(html).toReversed()) {
    const content = relaxContentPolicy(policy).replaceAll('"', '&quot;');
    const tag = `<meta http-equiv="Content-Security-Policy" content="${content}">`;
    relaxed = relaxed.slice(0, start) + tag + relaxed.slice(end);
  }
  return relaxed;
}

/** Adds `'self'` to the sources that scripts may connect to, and removes directives that are only reported. */
export function relaxContentPolicy(policy: string): string {
  const directives = parsePolicy(policy).filter(([name = '']) => !REPORTED.includes(name));
  const rule =
    directives.find(([name]) => name === 'connect-src') ?? directives.find(([name]) => name === 'default-src');
  const others = directives.filter(([name]) => name !== 'connect-src');
  const sources = rule?.slice(1).filter((source) => !/^'(none|self)'$/.test(source));
  const connect = sources && ['connect-src', ...sources, "'self'"];
  return formatPolicy([...others, ...(connect ? [connect] : [])]);
}

/**
 * Returns the removed directives, for the header `Content-Security-Policy-Report-Only`.
 *
 * @param policies of a response: in its page, and in its header
 */
export function reportedPolicy(policies: readonly string[]): string | undefined {
  const parts = policies.map((policy) => parsePolicy(policy).filter(([name = '']) => REPORTED.includes(name)));
  // Browsers require an endpoint to report to. As no header defines this one, they report only in the console.
  const reported = parts.flatMap((part) =>
    part.length === 0 ? [] : formatPolicy([...part, ['report-to', 'console']]),
  );
  return reported.length === 0 ? undefined : [...new Set(reported)].join(', ');
}

function parsePolicy(policy: string): string[][] {
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name !== '');
}

function formatPolicy(directives: readonly (readonly string[])[]): string {
  return directives.map((directive) => directive.join(' ')).join('; ');
}
