/** Configs of Tailwind, in the shapes of the projects that have one. `commands/tailwind.test.ts` has the usual one. */
import { expect, test } from 'vitest';
import { makeProject, packageOf, page } from '../helpers/project.ts';
import { build, keepNothing, readStylesheet } from '../helpers/rebuild.ts';

const pluginPackage = (name: string, description: object, create: (component: string) => string) =>
  packageOf(name, description, {
    'index.js': create(`({ addComponents }) => addComponents({ '.${name}': { width: '1px' } })`),
  });

/** Of the shapes of `tailwindcss-animate` and `@tailwindcss/forms`, of daisyui, and of a package compiled to CommonJS. */
const PLUGINS = {
  ...pluginPackage(
    'animate',
    {},
    (code) => `const plugin = require('tailwindcss/plugin'); module.exports = plugin(${code});`,
  ),
  ...pluginPackage('daisy', { type: 'module', exports: { '.': './index.js' } }, (code) => `export default ${code};`),
  ...pluginPackage(
    'marked',
    {},
    (code) => `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = ${code};`,
  ),
};

const used = (list: string) => `theme: { extend: { colors: { brand: '#123456' }, spacing: { page: ${list} } } }`;

/** Each is compiled by Tailwind's own CLI. */
test.each([
  [
    'shadcn',
    'ts',
    `import { spacing } from 'tailwindcss/defaultTheme';\nexport default { ${used("spacing['2.5']")}, plugins: [require('animate')] };`,
  ],
  [
    'shadcn, CommonJS',
    'js',
    `module.exports = { ${used("require('tailwindcss/defaultTheme').spacing['2.5']")}, plugins: [require('animate')] };`,
  ],
  [
    '.cjs',
    'cjs',
    `const { spacing } = require('tailwindcss/defaultTheme');\nmodule.exports = { ${used("spacing['2.5']")}, plugins: [require('animate')] };`,
  ],
  [
    '* as',
    'ts',
    `import * as all from 'tailwindcss/defaultTheme';\nimport animate from 'animate';\nexport default { ${used("all.spacing['2.5']")}, plugins: [animate] };`,
  ],
  [
    'default',
    'mjs',
    `import all from 'tailwindcss/defaultTheme';\nimport animate from 'animate';\nexport default { ${used("all.spacing['2.5']")}, plugins: [animate] };`,
  ],
  [
    'ES module',
    'ts',
    `import daisy from 'daisy';\nimport marked from 'marked';\nexport default { ${used("'0.625rem'")}, plugins: [daisy, marked] };`,
  ],
  [
    'named',
    'ts',
    `export const theme = { ${used("'0.625rem'").slice('theme: { '.length)}, plugins = [require('animate')];`,
  ],
  [
    'preset',
    'ts',
    `import preset from './preset';\nexport default { presets: [preset], plugins: [require('animate')] };`,
  ],
  [
    '__dirname',
    'js',
    `const path = require('path');\nmodule.exports = { ${used("path.basename(__dirname) && '0.625rem'")}, plugins: [require('animate')] };`,
  ],
  [
    'import.meta.url',
    'mjs',
    `import { readFileSync } from 'node:fs';\nimport animate from 'animate';\nexport default { ${used("readFileSync(new URL('./size.txt', import.meta.url), 'utf8')")}, plugins: [animate] };`,
  ],
])('a config of the kind %s is loaded as Tailwind loads it', async (_, ending, config) => {
  for (const type of ['module', 'commonjs']) {
    const project = await makeProject({
      ...keepNothing,
      ...PLUGINS,
      'package.json': JSON.stringify({ type }),
      [`tailwind.config.${ending}`]: config,
      'preset.ts': `import { spacing } from 'tailwindcss/defaultTheme';\nexport default { ${used("spacing['2.5']")} };`,
      'size.txt': '0.625rem',
      'templates/site.css': `@import "tailwindcss";\n@config "../tailwind.config.${ending}";`,
      'templates/pages/a.tsx': page('A', '<i className="text-brand p-page animate daisy marked" />'),
    });

    await build(project);

    const css = await readStylesheet(project);
    expect(css).toContain('#123456');
    expect(css).toContain('padding:.625rem');
    expect(css).toMatch(/\.(?:animate|daisy,\.marked)\{width:1px\}/);
  }
});
