import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IconLink } from '../api/contract.ts';
import { mayPublish } from '../project/kinds.ts';
import { error } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';
import type { Config, Icons, Project } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { drawPng } from './draw-png.ts';

const MANIFEST = 'site.webmanifest';

/** A maskable icon may be cropped to a circle of 80 % of its size: https://www.w3.org/TR/appmanifest/#icon-masks */
const MASKABLE_ROOM = 0.8;

/**
 * Generates every icon that browsers and devices request, from one drawing. Their names have no hash, because search engines
 * remember them. The site's own file of the same name takes precedence.
 *
 * @returns an error instead of icons if the drawing cannot be drawn
 * @throws {SitegenError} when @resvg/resvg-js is not installed
 */
export async function generateIcons(config: Config, { icon, ownFiles }: Project): Promise<Icons> {
  if (icon === undefined) return { assets: [], links: [], diagnostics: [] };
  const checked = mayPublish(path.join(config.root, icon), config);
  if ('reason' in checked) {
    const message = `"${icon}" cannot be published: it ${checked.reason}.`;
    const refused = error('asset-refused', message, { place: { file: icon }, hint: checked.hint });
    return { assets: [], links: [], diagnostics: [refused] };
  }
  try {
    return { ...(await drawIcons(config, icon, ownFiles)), diagnostics: [] };
  } catch (failure) {
    if (failure instanceof SitegenError) throw failure;
    const message = `The icons cannot be drawn. ${String(failure)}`;
    return { assets: [], links: [], diagnostics: [error('icon-failed', message, { place: { file: icon } })] };
  }
}

async function drawIcons(
  config: Config,
  icon: string,
  ownFiles: readonly string[],
): Promise<Omit<Icons, 'diagnostics'>> {
  const svg = await readFile(path.join(config.root, icon), 'utf8');
  const background = config.manifest?.backgroundColor ?? '#ffffff';
  const memo = statePaths(config.root).memo;
  const draw = (width: number, behind?: string, drawing = svg) =>
    drawPng(memo, { svg: drawing, width, fonts: [], ...(behind !== undefined && { background: behind }) });
  const generators: Readonly<Record<string, () => Promise<Uint8Array>>> = {
    'icon.svg': async () => Buffer.from(svg),
    'favicon.ico': async () => toIco(32, await draw(32)),
    'apple-touch-icon.png': () => draw(180, background),
    ...(config.manifest !== undefined && {
      'icon-192.png': () => draw(192),
      'icon-512.png': () => draw(512),
      'icon-maskable-512.png': () => draw(512, background, withMargin(svg)),
      [MANIFEST]: async () => Buffer.from(manifestOf(config)),
    }),
  };
  const missing = Object.entries(generators).filter(([output]) => !ownFiles.includes(output));
  const assets = await Promise.all(missing.map(async ([output, generate]) => ({ output, contents: await generate() })));
  const links: IconLink[] = [
    { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
    { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  ];
  return { assets, links: config.manifest ? [...links, { rel: 'manifest', href: `/${MANIFEST}` }] : links };
}

/** The drawing with a margin. */
function withMargin(svg: string): string {
  const margin = `${((1 - MASKABLE_ROOM) / 2) * 100}%`;
  const size = `${MASKABLE_ROOM * 100}%`;
  const href = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><image href="${href}" x="${margin}" y="${margin}" width="${size}" height="${size}"/></svg>`;
}

/** An .ico file that contains one PNG: https://en.wikipedia.org/wiki/ICO_(file_format) */
function toIco(size: number, png: Uint8Array): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

function manifestOf({ base, manifest }: Config): string {
  const { name, shortName, themeColor, backgroundColor } = manifest ?? {};
  const icon = (file: string, sizes: string, purpose: string) => {
    return { src: base + file, sizes, type: 'image/png', purpose };
  };
  const written = {
    name,
    short_name: shortName,
    start_url: base,
    display: 'browser',
    theme_color: themeColor,
    background_color: backgroundColor,
    icons: [
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}
