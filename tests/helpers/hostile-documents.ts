/** Documents built to keep a parser busy, exhaust its memory or overflow its stack. */

const MAX_LENGTH = 2_000_000; // characters

/** Repeats as often as there is space. */
const fill = (text: string): string => text.repeat(Math.floor(MAX_LENGTH / text.length));

const nested = (open: string, inside: string, close: string): string => {
  const count = Math.floor((MAX_LENGTH - inside.length) / (open.length + close.length));
  return open.repeat(count) + inside + close.repeat(count);
};

/** Pieces that differ, as often as there is space. */
function list(piece: (index: number) => string, around: (pieces: string) => string = (pieces) => pieces): string {
  const pieces: string[] = [];
  for (let [index, length] = [0, 0]; length < MAX_LENGTH - 20_000; index += 1) {
    const next = piece(index);
    pieces.push(next);
    length += next.length;
  }
  return around(pieces.join(''));
}

const table = (columns: number, rows: number, row: string): string =>
  `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${row.repeat(rows)}`;

export const HOSTILE: Readonly<Record<string, () => string>> = {
  // Entities
  'no-break spaces': () => fill('&nbsp;'),
  'ampersands in words': () => fill('word &amp; '),
  'zero characters': () => fill('&#0;'),
  'entities in an address': () => `http://a.b/${'&amp;'.repeat(390_000)}`,
  'entities that are none': () => fill('&a;'),
  ampersands: () => fill('&'),
  // Emphasis
  'underscores in words': () => fill('a_b'),
  'stars and underscores': () => fill('*a_ '),
  'stars around a letter': () => nested('*', 'a', '*'),
  'emphasis in emphasis': () => nested('*a _b ', 'c', ' b_ a*'),
  'emphasis that never ends': () => fill('__a '),
  'emphasis that never begins': () => fill('a__ '),
  'two stars between letters': () => fill('a**b'),
  'three lengths of emphasis': () => fill('*a **b ***c '),
  'emphasis across links': () => fill('**x [a*b**c*](d)'),
  tildes: () => fill('~a~~b~~~c'),
  'single tildes': () => fill('~a '),
  // Code
  'marks of code': () =>
    `\`\`\`js {${'1-999999999,'.repeat(50_000)}1}\n${'a // [!code ++:999999999]\n'.repeat(50_000)}\`\`\``,
  'marks of code in a line': () => `\`\`\`js\n// ${'[!code ++] [!code x] '.repeat(90_000)}\n\`\`\``,
  'marked lines': () => `\`\`\`js {1-999999} showLineNumbers\n${'\n'.repeat(149_000)}\`\`\``,
  'lines that are marks': () => `\`\`\`js\n${'// highlight-start\n'.repeat(100_000)}\`\`\``,
  // Links and images
  'images in images': () => nested('![a', '', '](b)'),
  'images that never end': () => fill('![a'),
  brackets: () => fill('['),
  'brackets in brackets': () => nested('[', 'a', ']'),
  'closing brackets': () => fill(']'),
  parentheses: () => fill('('),
  'addresses of links that never end': () => fill('[a](<b'),
  'titles that never end': () => fill('[a](b "c'),
  'parentheses in an address': () => `[a](${nested('(', 'b', ')').slice(0, -20)}`,
  'links in a line': () => fill('[a](/b/) '),
  'links on lines': () => fill('[a](/b/)\n'),
  'links that are checked': () => fill('[a](x.md) '),
  definitions: () => `${'[x]: /y\n'.repeat(100_000)}${'[x]'.repeat(300_000)}`,
  'definitions that differ': () => list((index) => `[${index}]: /y\n[${index}]\n\n`),
  'definitions in one paragraph': () => list((index) => `[${index}]: /y '\n`),
  'labels that are no links': () => fill('[a][b] '),
  'long labels': () => fill(`[${'a'.repeat(990)}`),
  'links in links': () => fill('[a [b](c) '),
  addresses: () => fill('http://a.b '),
  'addresses without blanks': () => fill('http://a.b,'),
  'addresses of pages': () => fill('www.a.b '),
  mail: () => fill('a@b.c '),
  'at signs': () => fill('a@'),
  'letters before an at sign': () => `${'a.'.repeat(990_000)}@b.c`,
  colons: () => fill('a:'),
  slashes: () => fill('//a'),
  // Code
  backticks: () => fill('`'),
  'runs of backticks': () => list((index) => `${'`'.repeat(index % 2000)} `),
  fences: () => fill('```\n'),
  'fences with languages': () => list((index) => `\`\`\`a${index}\n\n\`\`\`\n`),
  'meta of a fence': () => `\`\`\`js ${'a="b" '.repeat(300_000)}\n\n\`\`\`\n`,
  'quotes in the meta of a fence': () => `\`\`\`js ${'a="'.repeat(600_000)}\n\n\`\`\`\n`,
  'code in one line': () => fill('`a` '),
  'indented code': () => fill('    a\n\n'),
  // Containers
  'quotes in quotes': () => fill('> '),
  'quotes on lines': () => `${'> '.repeat(299)}a\n`.repeat(3300),
  'quotes that are lazy': () => `${'> '.repeat(250)}a\n${'a\n'.repeat(900_000)}`,
  'lists in lists': () => fill('+ '),
  'numbers in numbers': () => fill('1. '),
  'lists below each other': () => Array.from({ length: 1900 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n'),
  'lists and quotes': () => fill('> - '),
  items: () => fill('- a\n'),
  'items with blank lines': () => fill('- a\n\n'),
  'items without text': () => fill('-\n'),
  tasks: () => fill('- [ ] a\n'),
  'notes that never end': () => fill(':::note\n'),
  'notes with names that differ': () => list((index) => `:::n${index}\n`),
  'colons on lines': () => fill(':::\n'),
  'notes that end': () => fill(':::note\n:::\n'),
  'notes in notes': () => nested(':::note\n', 'a\n', ':::\n'),
  'notes in items': () => list((index) => `${'  '.repeat(index % 200)}- :::note\n`),
  'notes with attributes': () => `:::note {${fill('a=b ').slice(0, -20)}}\n:::`,
  'notes with one attribute': () => `:::note {a="${fill('b').slice(0, -20)}"}\n:::`,
  'notes that HTML begins': () => fill('<div>\n:::note\n'),
  'videos without a component': () => list((index) => `::video${index}\n\n`),
  'code with a component': () => fill('```note\n```\n'),
  footnotes: () => list((index) => `a[^${index}]\n\n[^${index}]: b\n\n`),
  'references to one footnote': () => `[^a]: b\n\n${'[^a]'.repeat(490_000)}`,
  'references to footnotes that never end': () => `[^a]: b\n\n${'[^b'.repeat(600_000)}`,
  'footnotes in footnotes': () => fill('[^a]: '),
  // Tables
  'a wide table': () => table(5000, 20, `${'|'.repeat(5000)}\n`),
  'a table with short rows': () => table(400, 900_000, 'x\n'),
  'a table with many rows': () => table(2, 900_000, '|\n'),
  tables: () => fill('|a|\n|-|\n\n'),
  pipes: () => fill('|'),
  'rows that are no table': () => fill('a|b\n'),
  'escaped pipes': () => `a|b\n-|-\n${'\\|'.repeat(990_000)}`,
  // Blocks
  'one line': () => fill('x'),
  'one line of words': () => fill('word '),
  'short lines': () => fill('x\n'),
  paragraphs: () => fill('x\n\n'),
  'empty lines': () => fill('\n'),
  spaces: () => fill(' '),
  'lines of spaces': () => fill(`${' '.repeat(1000)}\n`),
  tabs: () => fill('\t'),
  escapes: () => fill('\\'),
  'hard breaks': () => fill('a\\\n'),
  headings: () => fill('# a\n'),
  'headings that differ': () => list((index) => `# a${index}\n`),
  'headings with ids': () => list((index) => `# a {#b${index}}\n`),
  'braces in a heading': () => `# ${'{#a'.repeat(600_000)}`,
  'headings below their text': () => fill('a\n-\n'),
  'signs of headings': () => fill('#'),
  'equals signs': () => fill('a\n=\n'),
  rules: () => fill('---\n'),
  // HTML
  'less-than signs': () => fill('<'),
  'empty tags': () => fill('<>'),
  'tags that never end': () => fill('<a '),
  'elements in elements': () => fill('<div>'),
  'bold in bold': () => fill('<b>'),
  'end tags': () => fill('</div>'),
  'elements on lines': () => fill('<div>\n\n</div>\n\n'),
  'elements in a line': () => fill('a<i>b</i> '),
  'elements with text before a table': () => `<table>${'<i>a</i>'.repeat(240_000)}`,
  'text before a table': () => `<table>${'a<tr>'.repeat(390_000)}`,
  attributes: () => `<p ${list((index) => `a${index} `)}>`,
  'attributes of formatting': () =>
    list(
      (index) => `<b a${index}>`,
      (all) => `${all.slice(0, 4000)}</p>${'<p>x'.repeat(490_000)}`,
    ),
  'formatting that is opened again': () =>
    `${list((index) => `<b a${index}>`).slice(0, 2800)}</p>${'<p>x</p>'.repeat(240_000)}`,
  'formatting across blocks': () => fill('<a><p></a></p>'),
  'quotes in a tag': () => fill('<a b="'),
  comments: () => fill('<!-- a -->'),
  'comments that never end': () => fill('<!--'),
  'comments that are almost closed': () => fill('<!-- a --'),
  CDATA: () => fill('<![CDATA['),
  instructions: () => fill('<?'),
  declarations: () => fill('<!a '),
  scripts: () => fill('<script>a</script>'),
  'scripts that never end': () => fill('<script>'),
  'text areas': () => fill('<textarea>\n'),
  'tables in tables': () => fill('<table><tr><td>'),
  drawings: () => fill('<svg><path d="M0 0"/></svg>'),
  selects: () => fill('<select><option>a'),
  'documents in frames': () => fill('<iframe srcdoc="&lt;b&gt;a"></iframe>'),
  'a document in a frame': () => `<iframe srcdoc="${'&lt;div&gt;'.repeat(180_000)}"></iframe>`,
  animations: () => `<svg><animate values="${'#000;'.repeat(390_000)}"/></svg>`,
  styles: () => `<p style="${'a:b;'.repeat(480_000)}">`,
  templates: () => fill('<template>'),
  'names of elements that differ': () => list((index) => `<a-${index}></a-${index}>\n`),
};
