/** The reference site's pages as `.astro` files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemplates } from './templates.mjs';

const MARKUP = { children: '<slot />', form: '<ContactForm client:idle heading={content.formHeading} />' };

const dialect = {
  hasIslands: true,
  text: (name) => `{${name}}`,
  attribute: (name) => `{${name}}`,
  each: (name, item) => `{${name}.map((${item}) => `,
  end: () => ')}',
  markup: (name) => MARKUP[name],
};

/** From src/pages/, and from src/pages/insights/. */
const TEMPLATES = '../../../../reference/templates';

export function writeAstro(folder, reference) {
  const { shell, insight, ...fixed } = makeTemplates(reference, dialect);
  const write = (file, script, html) => {
    const target = path.join(folder, 'src', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, ['---', ...script, '---', html].join('\n'));
  };
  const inShell = (html) => `<Shell meta={{ title: content.title, description: content.lead }}>${html}</Shell>`;

  const templatesFromShell = TEMPLATES.slice('../'.length);
  write(
    'shell.astro',
    [
      `import '${templatesFromShell}/site.css';`,
      `import { site } from '${templatesFromShell}/content/fixed.ts';`,
      'const { meta } = Astro.props;',
    ],
    shell,
  );
  for (const [address, { name }] of Object.entries(reference.FIXED)) {
    const script = [
      "import Shell from '../shell.astro';",
      `import { ${name} as content } from '${TEMPLATES}/content/fixed.ts';`,
      ...(name === 'contact' ? [`import { ContactForm } from '${TEMPLATES}/components/contact-form.tsx';`] : []),
    ];
    const file = address === '/' ? 'index' : address.replaceAll(/^\/|\/$|\.html$/g, '');
    write(`pages/${file}.astro`, script, inShell(fixed[name]));
  }
  write(
    'pages/insights/[n].astro',
    [
      "import Shell from '../../shell.astro';",
      `import { countInsights, makeInsight } from '../${TEMPLATES}/content/insights.ts';`,
      'export function getStaticPaths() {',
      '  return Array.from({ length: countInsights() }, (_, index) => ({ params: { n: String(index + 1) } }));',
      '}',
      'const content = makeInsight(Number(Astro.params.n));',
    ],
    inShell(insight),
  );
}
