/** Content security policies that allow the connection of the reload client. */
import { findContentPolicy } from '../check/inspect-html.ts';

/** Relaxes the policy that a page carries in a `<meta>`, if it has one. Only `serve` sends the page like this. */
export function relaxPagePolicy(html: string): string {
  const found = findContentPolicy(html);
  if (found === undefined) return html;
  const policy = relaxContentPolicy(found.policy).replaceAll('"', '&quot;');
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.slice(0, found.start) + tag + html.slice(found.end);
}

/** Adds `'self'` to the sources that scripts may connect to. */
export function relaxContentPolicy(policy: string): string {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const rule =
    directives.find(([name]) => name === 'connect-src') ?? directives.find(([name]) => name === 'default-src');
  if (rule === undefined) return policy;
  const [, ...sources] = rule;
  const others = directives.filter(([name]) => name !== '' && name !== 'connect-src');
  const connect = ['connect-src', ...sources.filter((source) => !/^'(none|self)'$/.test(source)), "'self'"];
  return [...others, connect].map((directive) => directive.join(' ')).join('; ');
}
