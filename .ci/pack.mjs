/**
 * Packs sitegen for a release: node .ci/pack.mjs <new folder>
 *
 *   sitegen-react/         sitegen, under its published name
 *   create-sitegen-react/  runs `sitegen init`, for `npm create sitegen-react`
 *   sbom.json              the packages in it and below it, as CycloneDX
 *
 * The release and its rehearsal (tests/registry) publish these folders. Packs dist/ as it is.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Usage: node .ci/pack.mjs <new folder>');
const folder = path.resolve(target);
const npm = (...args) => execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const toJson = (value) => `${JSON.stringify(value, undefined, 2)}\n`;

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const { version, repository, license, engines, publishConfig } = manifest;
const name = manifest.config.publishedName;

mkdirSync(folder); // fails if it exists
packSitegen(path.join(folder, name));
packCreate(path.join(folder, `create-${name}`));
writeFileSync(path.join(folder, 'sbom.json'), toJson(listPackages()));

function packSitegen(to) {
  npm('pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
  const tarball = path.join(folder, `${manifest.name}-${version}.tgz`);
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  rmSync(tarball);
  renameSync(path.join(folder, 'package'), to);

  // Projects depend on the published name as an alias, and import `sitegen`. Modules of the package refer to it by neither.
  const published = { ...manifest, name, scripts: undefined, devDependencies: undefined, prettier: undefined };
  writeFileSync(path.join(to, 'package.json'), toJson(published));
  for (const file of readdirSync(to, { recursive: true }).filter((entry) => entry.endsWith('.md')))
    linkToRepository(to, file);
}

/** Documents that are not part of the package are in the repository. */
function linkToRepository(packed, file) {
  const source = repository.url.replace(/^git\+|\.git$/g, '');
  const text = readFileSync(path.join(packed, file), 'utf8');
  const linked = text.replace(/(!?\[[^\]]*\]\()(?![a-z]+:|#)([^)\s#]+)/g, (link, start, address) => {
    const found = path.join(path.dirname(file), address);
    const isLeftOut = existsSync(path.join(root, found)) && !existsSync(path.join(packed, found));
    const kind = start.startsWith('!') ? 'raw' : 'blob';
    return isLeftOut ? `${start}${source}/${kind}/v${version}/${found.replaceAll(path.sep, '/')}` : link;
  });
  if (linked !== text) writeFileSync(path.join(packed, file), linked);
}

/** `npm create` runs the package with the prefix `create-`. */
function packCreate(to) {
  const { react, 'react-dom': reactDom } = manifest.peerDependencies;
  mkdirSync(to);
  cpSync(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'));
  writeFileSync(path.join(to, 'index.js'), "#!/usr/bin/env node\nimport 'sitegen/create';\n");
  writeFileSync(
    path.join(to, 'README.md'),
    `Creates a project with [sitegen](https://www.npmjs.com/package/${name}): \`npm create ${name} my-site\`\n`,
  );
  writeFileSync(
    path.join(to, 'package.json'),
    toJson({
      name: `create-${name}`,
      version,
      description: `Creates a project with sitegen: npm create ${name} my-site`,
      license,
      type: 'module',
      bin: { [`create-${name}`]: 'index.js' },
      files: ['index.js'],
      repository,
      publishConfig,
      engines,
      dependencies: { sitegen: `npm:${name}@${version}`, react, 'react-dom': reactDom },
    }),
  );
}

/** The packages that sitegen installs, and those that dist/ contains. `npm sbom --omit dev` knows only a part of the first. */
function listPackages() {
  const { metadata, components, dependencies, ...bom } = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx'));
  const below = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const required = Object.keys(manifest.peerDependencies).filter(
    (peer) => !manifest.peerDependenciesMeta[peer]?.optional,
  );
  const installed = [...Object.keys(manifest.dependencies), ...required].map(referenceTo);
  const bundled = readFileSync(path.join(root, 'dist/LICENSES.txt'), 'utf8')
    .split(/^-{80}$/m)
    .map((section) => referenceTo(section.trim().split('\n', 1)[0]));
  const found = new Set(installed);
  for (const reference of found) for (const next of below.get(reference) ?? []) found.add(next);
  for (const reference of bundled) found.add(reference);

  const own = `${name}@${version}`;
  const component = { ...metadata.component, 'bom-ref': own, name, purl: `pkg:npm/${own}` };
  const list = {
    ...bom,
    metadata: { ...metadata, component },
    components: components.filter((one) => found.has(one['bom-ref'])),
    dependencies: [
      { ref: own, dependsOn: [...new Set([...installed, ...bundled])] },
      ...dependencies
        .filter(({ ref }) => found.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((next) => found.has(next)) })),
    ],
  };
  if (list.components.length !== found.size) throw new Error('npm sbom does not list all packages. Run npm ci.');
  return list;
}

function referenceTo(dependency) {
  const text = readFileSync(path.join(root, 'node_modules', dependency, 'package.json'), 'utf8');
  return `${dependency}@${JSON.parse(text).version}`;
}
