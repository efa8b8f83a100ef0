/** Writes `src/assets.d.ts`, the types of files that sites import. To add an ending, add it here, and run the command in that file. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { kindOf } from '../../src/project/kinds.ts';
import { IMAGE_ENDINGS, IS_IMAGE } from '../../src/shared/image-size.ts';
import { ROOT } from '../helpers/run.ts';

const OTHERS =
  '3gp aac avifs bin csv cur eot epub exr flac fbx glb gltf hdr heic heif ico ics jp2 jxl ktx2 lottie m4a m4v mkv mov mp3 mp4 obj ' +
  'oga ogg ogv opus otf pdf ply srt stl tif tiff tsv ttc ttf txt usdz vtt wasm wav webm webmanifest woff woff2 xml zip';

/** Cameras, scanners and Windows programs write them so. TypeScript compares letters. */
const IN_CAPITALS = 'GIF HEIC JPEG JPG MOV MP4 PDF PNG SVG';

const HEADER = `// Generated: npx vitest run --config tests/vitest.config.ts unit/asset-types -u
// Types of files that a site imports and that are not code. Not a module: it declares them for all files of a project.
// Files with other endings have types with a query.
`;

const ADDRESS = 'const address: string;';
const IMAGE = `const image: import('sitegen').ImportedImage;`;
const COMPONENT = `/** The \`<svg>\` element, with the attributes of the file unless a prop replaces them. */
  const Component: import('react').FunctionComponent<import('react').SVGProps<SVGSVGElement>>;`;

/** @param declaration of the default export */
function declare(pattern: string, declaration: string): string {
  const [, name] = /const (\w+)/.exec(declaration) ?? [];
  return `\ndeclare module '${pattern}' {\n  ${declaration}\n  export default ${name};\n}\n`;
}

test('every ending has a type', async () => {
  const endings = [...[...IMAGE_ENDINGS, ...OTHERS.split(' ')].toSorted(), ...IN_CAPITALS.split(' ')];
  const text = [
    HEADER,
    declare('*?url', ADDRESS),
    declare('*?raw', 'const text: string;'),
    declare('*?inline', `/** A \`data:\` URL. */\n  ${ADDRESS}`),
    ...['svg', 'SVG'].map((ending) => declare(`*.${ending}?react`, COMPONENT)),
    ...endings.map((ending) => declare(`*.${ending}`, IS_IMAGE.test(`.${ending}`) ? IMAGE : ADDRESS)),
  ].join('');

  expect(endings.filter((ending) => kindOf(`file.${ending}`) !== 'asset')).toEqual([]);
  await expect(text).toMatchFileSnapshot(path.join(ROOT, 'src/assets.d.ts'));
});
