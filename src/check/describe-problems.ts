import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { codeFrame } from '../shared/code-frame.ts';
import {
  ComponentError,
  PageSizeError,
  SiteFileError,
  SitegenError,
  UnstableError,
  hasCode,
  hintForSystemError,
  shorten,
} from '../shared/errors.ts';
import { explainMissing } from '../content/mdx/runtime.ts';
import type { RenderProblem } from '../islands/server/render-context.ts';
import { SUSPENDED } from '../react/find-promise.ts';
import { error, type Code, type Diagnostic, type Place } from '../shared/diagnostics.ts';
import type { Reference, Route } from '../shared/model.ts';
import type { HtmlFacts } from '../shared/page-facts.ts';
import type { RenderSetup } from '../shared/page-tasks.ts';
import { formatFrame, frameInStack, framesInStack, isAnonymous, packagesInStack } from '../shared/stack-trace.ts';
import { findBlocked, forbidsInline } from './content-policy.ts';
import { TARGETS } from './html/targets.ts';

/** A failed recursion has hundreds of calls. */
const MAX_CALLS = 10;

/**
 * Describes an error that site code has thrown.
 *
 * @param source the file to report if neither the error nor one of its frames names one
 * @param summary describes what failed because of it
 */
export function describeFailure(
  root: string,
  source: string,
  thrown: unknown,
  summary = 'The page failed to render.',
): Diagnostic {
  const failure = readable(thrown);
  if (failure instanceof ComponentError) return describeFailure(root, source, failure.cause, failure.message);
  const { message, stack } = failure instanceof Error ? failure : NO_ERROR;
  const frames = framesInStack(String(stack), root).slice(0, MAX_CALLS);
  const place = frames[0]?.place ?? { file: (failure instanceof SiteFileError && failure.file) || source };
  const details = { place, frame: frameAt(root, place), ...(frames.length > 1 && { calls: frames.map(formatFrame) }) };
  if (failure instanceof PageSizeError) {
    return error('page-too-large', message, { ...details, hint: 'link to a file with the data, or split the page' });
  }
  if (failure instanceof UnstableError) {
    const hint =
      'choose items in `load`, create maps, promises and instances there, too, and declare components at the top of a module';
    return error('async-unstable', message, { ...details, hint });
  }
  if (SUSPENDED.test(message)) {
    const reason = 'A component returns, contains or throws a promise, and is not async.';
    const hint =
      'write `async function`, and `await` the promise; nothing awaits components inside a package that Node loads (`external`)';
    return error('page-failed', `${summary} ${reason}`, { ...details, hint });
  }
  const unloaded = describeUnloaded(message);
  if (unloaded !== undefined) {
    return error('page-failed', `${summary} ${unloaded.reason}`, { ...details, hint: unloaded.hint });
  }
  const hint = hintForSystemError(failure) ?? hintForMessage(message) ?? hintForParser(failure);
  return error('page-failed', `${summary} ${shorten(formatFailure(failure))}`, { ...details, hint });
}

/** A content error has diagnostics with places. */
export function describeFailures(root: string, source: string, failure: unknown, summary?: string): Diagnostic[] {
  if (failure instanceof ComponentError && failure.cause instanceof SitegenError)
    return describeFailures(root, source, failure.cause, summary);
  const missing = explainMissing(failure);
  if (missing !== undefined) {
    const { code, message, place, hint } = missing;
    return [error(code, message, { place, hint, frame: frameAt(root, place) })];
  }
  if (!(failure instanceof SitegenError) || failure.diagnostics.length === 0)
    return [describeFailure(root, source, failure, summary)];
  return failure.diagnostics.map((diagnostic) => ({ place: { file: source }, ...diagnostic }));
}

/** The code of a failure outside of pages. Mistakes in content keep theirs. */
export function asOf(code: Code, elsewhere: Code): Code {
  return code === 'page-failed' ? elsewhere : code;
}

/** Site code can throw anything: an error whose `stack` throws when it is read. */
function readable(thrown: unknown): unknown {
  try {
    formatFailure(thrown);
    String((Object(thrown) as Partial<Error>).stack);
    return thrown;
  } catch {
    return new Error('The code throws a value that cannot be read.');
  }
}

const NO_ERROR: Error = { name: '', message: '', stack: '' };

/** Describes a missing export of a module that Node loads. */
function describeUnloaded(message: string) {
  const [, esm, name = ''] = /^The requested module '(.+)' does not provide an export named '(.+)'/.exec(message) ?? [];
  const [, other = '', commonJs] =
    /^Named export '(.+)' not found\. The requested module '(.+)' is a CommonJS/.exec(message) ?? [];
  const specifier = esm ?? commonJs;
  if (specifier === undefined) return undefined;
  const hint = 'correct the name, import the default and read its members, or install a version that exports it';
  return { reason: `"${specifier}" has no export "${name || other}".`, hint };
}

/** Returns a hint for errors that package components often cause. */
function hintForMessage(message: string): string | undefined {
  if (message.startsWith('Element type is invalid: expected a component, but got the address'))
    return 'render the file: `<img src={…} alt="" />`';
  if (message.startsWith('Element type is invalid'))
    return 'a component is undefined or no component: check how the file imports it (`import X`, `import { X }`)';
  const [, name] =
    /^(window|document|navigator|localStorage|sessionStorage|location) is not defined$/.exec(message) ?? [];
  if (name !== undefined) return `\`${name}\` exists only in browsers: use it in an effect or a handler of an island`;
  if (/^Cannot read properties of null \(reading 'use[A-Z]?\w*'\)/.test(message))
    return 'call hooks while a component renders; in an async one, before its first `await`';
  if (/^Cannot access '.+' before initialization/.test(message))
    return 'it is read before its module has run: if two modules import each other, move what both need to a third';
  const [, builtin] = /^No such built-in module: (?:node:)?(.+)/.exec(message) ?? [];
  if (builtin !== undefined)
    return `use a newer version of Node than ${process.version}: https://nodejs.org/api/${builtin}.html says which one has it`;
  const [, missing] = /^Cannot find (?:package|module) '([^']+)'/.exec(message) ?? [];
  return missing === undefined ? undefined : `install "${missing}", or correct its name`;
}

/** The error of a parser has a line of the text, but not the name of its file, which only site code knows. */
function hintForParser(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || failure.cause !== undefined) return undefined;
  const isParser =
    failure instanceof SyntaxError ? /\bJSON\b/.test(failure.message) : /^(YAML|TOML|CSV)/i.test(failure.name);
  if (!isParser) return undefined;
  return 'correct the file; if the code reads many, let the error name it: catch (cause) { throw new Error(file, { cause }) }';
}

/** `TypeError: fetch failed (Error: connect ECONNREFUSED 127.0.0.1:1)` */
function formatFailure(failure: unknown, seen: readonly unknown[] = []): string {
  if (!(failure instanceof Error)) return inspect(failure, { depth: 1 });
  const { cause } = failure;
  const inner = failure instanceof AggregateError ? failure.errors : cause === undefined ? [] : [cause];
  // An error can be its own cause, or the cause of its cause.
  const known = [...seen, failure];
  const causes = inner.flatMap((one) => (known.includes(one) ? [] : formatFailure(one, known))).join('; ');
  return causes === '' ? String(failure) : `${String(failure)} (${causes})`;
}

/** An effect of a package is no problem of its own if its handlers or its content are lost: then it has to be in an island anyway. */
export function describeProblems(root: string, route: Route, problems: readonly RenderProblem[]): Diagnostic[] {
  const found = problems.flatMap((problem) => describeProblem(root, route, problem) ?? []);
  const isReported = (subject = '') => found.some(({ message }) => message.includes(` of ${subject} `));
  return found.filter(({ code, message }) => code !== 'effect-lost' || !isReported(message.split(' ')[0]));
}

/**
 * Adds the place to a problem that was recorded while a page was rendered.
 *
 * @returns `undefined` if the problem is in a package component, and does not count there
 */
export function describeProblem(root: string, route: Route, problem: RenderProblem): Diagnostic | undefined {
  const { stack, title: _, image: _image, owners: _owners, inPackages, ...diagnostic } = problem;
  if (stack === undefined) return withTarget({ place: { file: route.source }, ...diagnostic });
  const found = frameInStack(stack, root);
  const frames = packagesInStack(stack, root);
  const isEffect = diagnostic.code === 'effect-lost';
  const inPackage = isEffect ? frames.at(-1) : frames[0];
  const isIgnored = inPackages === 'never' && found === undefined && !isEffect;
  if (inPackage === undefined ? inPackages === 'only' : isIgnored) return undefined;
  if (inPackage !== undefined && (isEffect ? found === undefined : /^(handler|content)-lost$/.test(diagnostic.code))) {
    return describePackage(route, inPackage, diagnostic);
  }
  const { place, name } = found ?? { place: { file: route.source }, name: undefined };
  const subject = isAnonymous(name) ? 'The page' : name;
  const frame = frameAt(root, place);
  const message = `${subject} ${diagnostic.message}`;
  return withTarget({ ...diagnostic, message, place, ...(frame && { frame }) });
}

/** All handlers of a component, and all effects of a package, are one problem: in any case, it belongs in an island. */
function describePackage(
  { source }: Route,
  { packageName, name }: ReturnType<typeof packagesInStack>[number],
  { code, severity }: Diagnostic,
): Diagnostic {
  if (code === 'effect-lost') {
    const message = `"${packageName}" has effects outside an island, where they never run: what they show is missing.`;
    const hint = 'use its component in an island, unless the page shows everything without it';
    return withTarget({ code, severity, message, place: { file: source }, hint });
  }
  const component = name !== undefined && /^[A-Z]\w*$/.test(name) ? `<${name}>` : 'A component';
  const message =
    code === 'handler-lost'
      ? `${component} of "${packageName}" does nothing outside an island: no script handles its events.`
      : `${component} of "${packageName}" is not visible outside an island: no script shows it.`;
  const hint = 'use it in an island, or leave it out';
  return withTarget({ code, severity, message, place: { file: source }, hint });
}

/** A problem without a line: where the component was used, only a second rendering can tell. */
function withTarget(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.place?.line === undefined ? { ...diagnostic, target: TARGETS.recorded(diagnostic) } : diagnostic;
}

/**
 * Reports HTML that a browser treats differently than its author expects.
 *
 * @param site its origin, if it is known, and its stylesheet
 */
export function describeHtml(
  route: Route,
  html: HtmlFacts,
  { site: origin, stylesheet, styleReferences }: Pick<RenderSetup, 'site' | 'stylesheet' | 'styleReferences'>,
): Diagnostic[] {
  const { facts, misnested, inline } = html;
  const place = { file: route.source };
  const blocked = inline.filter((kind) =>
    forbidsInline(facts.contentPolicy, [`${kind}-src-elem`, `${kind}-src`, 'default-src']),
  );
  const isStyled = stylesheet !== undefined && html.stylesheets.some((url) => url.endsWith(stylesheet));
  const scripts = facts.references.filter(({ url }) => /^\s*javascript:/i.test(url));
  return [
    ...blocked.map((kind) => {
      const message = `The page's content security policy blocks its inline <${kind}>.`;
      return error('inline-blocked', message, {
        place,
        hint: 'move it to a file',
        target: TARGETS.inline(kind),
      });
    }),
    ...findBlocked(html, isStyled ? styleReferences : [], origin).map(({ url, from, rule }) => {
      const target = TARGETS.reference({ url, from });
      const message = `The page's content security policy blocks "${url}" in ${from}: "${rule}".`;
      const hint = 'move the file to public/, or allow its origin in the policy';
      return error('address-blocked', message, { place, hint, target });
    }),
    ...misnested.map((nesting) =>
      error('html-nesting', `Invalid HTML: ${nesting}. Browsers will restructure it.`, {
        place,
        target: TARGETS.nesting(nesting),
      }),
    ),
    ...facts.references.filter(({ from }) => from === 'base[href]').map((reference) => describeBase(reference, place)),
    ...scripts.map((reference) => describeScriptAddress(reference, place)),
    ...facts.references
      .filter(({ url }) => /^\s*file:/i.test(url))
      .map((reference) => describeLocalFile(reference, place)),
  ];
}

function describeBase(reference: Reference, place: Place): Diagnostic {
  const message = `The page has <base href="${reference.url}">, which changes where its relative links lead.`;
  const hint = 'remove it; for a site in a folder, set `base` in the config';
  return error('base-element', message, { place, hint, target: TARGETS.reference(reference) });
}

/** React replaces such addresses, including those of its form actions, with one that throws. */
function describeScriptAddress(reference: Reference, place: Place): Diagnostic {
  const { from } = reference;
  const target = TARGETS.reference(reference);
  if (from.startsWith('form')) {
    const message = 'The page has a <form> with a function as its `action`, which React replaces with one that throws.';
    return error('script-address', message, { place, hint: 'use `onSubmit` in an island', target });
  }
  const message = `The page has a \`javascript:\` address in ${from}, which React replaces with one that throws.`;
  return error('script-address', message, { place, hint: 'use a button in an island', target });
}

function describeLocalFile(reference: Reference, place: Place): Diagnostic {
  const { url, from } = reference;
  const message = `The page refers to "${url}" in ${from}, a file on the machine that builds the site.`;
  const hint = 'move the file to public/, or import it if it is an image';
  return error('asset-missing', message, {
    place,
    hint,
    target: TARGETS.reference(reference),
  });
}

/** The lines around a place, if they can be read. */
export function frameAt(root: string, { file, line, column }: Place): string | undefined {
  if (line === undefined || column === undefined) return undefined;
  try {
    return codeFrame(readFileSync(path.join(root, file), 'utf8'), line, column);
  } catch (failure) {
    if (hasCode(failure, 'ENOENT', 'EISDIR')) return undefined; // a source map can name files that do not exist
    throw failure;
  }
}
