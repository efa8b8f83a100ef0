/** The reference site as Go templates, with a content file for each page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemplates } from './templates.mjs';

/** `item0.label` is a variable; `content.title` is the page's, `site.name` the site's. */
function reference(name) {
  if (name.startsWith('item')) return `$${name}`;
  if (name.startsWith('site.')) return `site.Data.${name}`;
  return name.replace(/^\w+/, '$.Params');
}

const dialect = {
  stylesheet: '/site.css',
  text: (name) => `{{ ${reference(name)} }}`,
  attribute: (name) => `"{{ ${reference(name)} }}"`,
  each: (name, item) => `{{ range $${item} := ${reference(name)} }}`,
  end: () => '{{ end }}',
  markup: () => '{{ block "main" . }}{{ end }}',
};

export function writeHugo(folder, site) {
  const { shell, ...pages } = makeTemplates(site, dialect);
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('data/site.json', JSON.stringify(site.site));
  write('layouts/_default/baseof.html', shell);
  for (const [name, template] of Object.entries(pages)) {
    write(`layouts/_default/${name}.html`, `{{ define "main" }}${template}{{ end }}`);
  }
  mkdirSync(path.join(folder, 'content/insights'), { recursive: true });
  for (const address of site.addresses()) writeHugoContent(folder, site, address);
}

/** @param edited replaces the first sentences of the page */
export function writeHugoContent(folder, site, address, edited) {
  const content = site.contentOf(address);
  const lead = edited ?? content.lead;
  const layout = site.FIXED[address]?.name ?? 'insight';
  const file = address === '/' ? '_index' : address.replaceAll(/^\/|\/$|\.html$/g, '');
  const page = { ...content, lead, description: lead, layout, url: address };
  writeFileSync(path.join(folder, 'content', `${file}.md`), JSON.stringify(page));
}
