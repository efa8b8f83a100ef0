/** Finds declarations that browsers drop, because they name a variable without `var()`: Tailwind 3 writes it as `bg-[--x]`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageOfFile } from '../module-graph.ts';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { toPosix } from '../../shared/paths.ts';
import { readCss, unescapeCss } from '../../shared/read-css.ts';
import { placeAt, placeInStyles } from './place-in-styles.ts';

/** `bg-[--x]`, `text-[length:--x]`, `data-[--y]:bg-[--x,red]` */
const CLASS = /.*\[(?:[\w-]+:)?(--[\w-]+)(?:,[^\]]*)?\]/;

/** Properties whose values are names that start with dashes: `transition-[--angle]`. */
const TAKES_NAMES = /^(?!--tw-)--|anchor|scope|timeline|palette|try|name$|class$|transition-property|will-change/;

interface Sources {
  readonly stylesheets: readonly [string, ...string[]];
  /** Files in which Tailwind looks for classes. */
  readonly files: readonly string[];
  readonly classes: readonly string[];
}

/** @param css Tailwind's output. All paths are absolute. */
export function findBareNames(root: string, css: string, { stylesheets, files, classes }: Sources): Diagnostic[] {
  const suspects = classes.filter((name) => CLASS.test(name)).toSorted((a, b) => b.length - a.length);
  const found = new Map<string, Diagnostic[]>();
  for (const { selector, property, value } of declarationsIn(css)) {
    const name = suspects.find((one) => selector.includes(`.${one}`));
    const [, variable = ''] = (name && CLASS.exec(name)) || [];
    const isBare = /^--[\w-]+$/.test(value) || (variable !== '' && isOutsideVar(value, variable));
    const declaration = `${property}: ${value}`;
    if (!isBare || TAKES_NAMES.test(property) || found.has(name ?? declaration)) continue;
    found.set(
      name ?? declaration,
      name === undefined
        ? describeDeclaration(root, stylesheets, declaration)
        : describeClass(root, files, name, declaration),
    );
  }
  return [...found.values()].flat();
}

const isOutsideVar = (value: string, variable: string): boolean =>
  new RegExp(String.raw`(?<!var\(|[\w-])${variable}(?![\w-])`).test(value);

function* declarationsIn(css: string) {
  const open: string[] = [];
  let from = 0;
  for (const { kind, start, end } of readCss(css)) {
    if (!/^[{};]$/.test(kind)) continue;
    const text = css.slice(from, start).replace(/\/\*[^]*?\*\//g, '');
    from = end;
    const [, property, value = ''] = /^\s*([\w-]+)\s*:\s*([^]*?)\s*(?:!important\s*)?$/.exec(text) ?? [];
    if (kind === '{') open.push(text);
    else if (property !== undefined && /(?<!var\(|[\w-])--/.test(value))
      yield { selector: unescapeCss(open.join(' ')), property, value };
    if (kind === '}') open.pop();
  }
}

/** In every file of the site that has the class. */
function describeClass(root: string, files: readonly string[], name: string, declaration: string): Diagnostic[] {
  const whole = new RegExp(String.raw`(?<![\w:!\]-])${name.replace(/[^\w\s]/g, String.raw`\$&`)}(?![\w/[-])`);
  const right = name.replace(/(^|.*[\w-])-\[([^\]]*)\]/, '$1-($2)').replace(/(\[[\w-]+:)(--[^\]]*)\]/, '$1var($2)]');
  return files.flatMap((file) => {
    if (packageOfFile(toPosix(path.relative(root, file))) !== undefined) return [];
    const source = readFileSync(file, 'utf8');
    const before = source.slice(0, Math.max(0, source.search(whole))).split('\n');
    if (!whole.test(source)) return [];
    return warning('tailwind-class', `\`${name}\` has no effect: it becomes \`${declaration}\`, without \`var()\`.`, {
      ...placeAt(root, file, before.length, (before.at(-1) ?? '').length + 1),
      hint: `write \`${right}\`, the form of Tailwind 4`,
    });
  });
}

function describeDeclaration(root: string, stylesheets: Sources['stylesheets'], declaration: string): Diagnostic[] {
  const [name = ''] = /--[\w-]+$/.exec(declaration) ?? [];
  const found = placeInStyles(root, stylesheets, `\`${declaration}\` \`${name}\``);
  if (found.place.line === undefined) return []; // in a package
  const message = `\`${declaration}\` has no effect: \`${name}\` is the name of a variable.`;
  return [warning('tailwind-class', message, { ...found, hint: `write \`var(${name})\`, in a class \`-(${name})\`` })];
}
