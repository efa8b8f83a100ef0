import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createElement } from 'react';
import type { CardModule, CardProps } from '../api/contract.ts';
import { describeFailure } from '../check/describe-problems.ts';
import { nameFile } from '../core/errors.ts';
import type { PageProblem, Route } from '../core/model.ts';
import type { RenderSetup } from '../core/page-tasks.ts';
import { renderToStaticMarkup } from '../islands/react-dom-server.ts';
import { drawPng } from './draw-png.ts';

/** In pixels, as large sites that show cards recommend: https://ogp.me/#structured */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** A card before it is drawn. Its name is a hash of what will be drawn, so the page that refers to it need not wait. */
export interface Card {
  /** From `out`: `assets/card-1f3a9c20.png` */
  readonly output: string;
  readonly svg: string;
}

/**
 * @param fonts absolute paths
 * @throws what the component throws
 */
export function renderCard({ default: Component }: CardModule, props: CardProps, fonts: readonly string[]): Card {
  const svg = renderToStaticMarkup(createElement(Component, props));
  const hash = createHash('sha256').update(svg);
  for (const font of fonts) hash.update(readFileSync(font));
  return { output: `assets/card-${hash.digest('hex').slice(0, 8)}.png`, svg };
}

/** @throws {Error} when the component does not render an SVG of the size of a card */
async function writeCard(folder: string, { output, svg }: Card, fonts: readonly string[]): Promise<void> {
  if (/<text[\s>]/.test(svg) && fonts.length === 0)
    throw new Error('templates/card.tsx has text, but templates/fonts has no font (*.ttf, *.otf).');
  const { png, height } = await drawPng(svg, CARD_SIZE.width, fonts);
  if (height !== CARD_SIZE.height)
    throw new Error(`templates/card.tsx is 1200 by ${height} pixels. It must be <svg viewBox="0 0 1200 630">.`);
  const file = path.join(folder, output);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, png).catch(nameFile(file));
}

/** The cards of some pages, each drawn once, in the background while pages are rendered. */
export interface CardDrawing {
  readonly add: (route: Route, card: Card) => void;
  readonly finish: () => Promise<{ written: readonly string[]; problems: readonly PageProblem[] }>;
}

export function startDrawingCards({ root, staging, card: setup }: RenderSetup): CardDrawing {
  const drawings = new Map<string, { readonly route: Route; readonly drawn: Promise<unknown> }>();
  return {
    add: (route, card) => {
      if (drawings.has(card.output)) return;
      const drawn = writeCard(staging, card, setup?.fonts ?? []).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      drawings.set(card.output, { route, drawn });
    },
    finish: async () => {
      const problems: PageProblem[] = [];
      for (const { route, drawn } of drawings.values()) {
        const failure = (await drawn) as { error: unknown } | undefined;
        if (failure === undefined) continue;
        const diagnostic = describeFailure(root, 'templates/card.tsx', failure.error);
        problems.push({ route, diagnostic: { ...diagnostic, code: 'card-failed' } });
      }
      return { written: [...drawings.keys()], problems };
    },
  };
}
