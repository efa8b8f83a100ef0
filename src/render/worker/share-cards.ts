import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import type { CardModule, CardProps } from '../../api/contract.ts';
import { describeFailure } from '../../check/describe-problems.ts';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type { RenderSetup } from '../../shared/page-tasks.ts';
import { renderToStaticMarkup } from '../../islands/server/react-dom-server.ts';
import { drawPng, heightOf } from '../../generate/draw-png.ts';
import { asyncFunctionOf } from '../../shared/async-function.ts';
import { describeSynchronous } from '../../react/async-components.ts';
import { writePage } from './write-page.ts';

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
  const component = asyncFunctionOf(Component);
  if (component !== undefined) throw new Error(describeSynchronous(component, undefined));
  const svg = renderToStaticMarkup(createElement(Component, props));
  const hash = createHash('sha256').update(svg);
  for (const font of fonts) hash.update(readFileSync(font));
  return { output: `assets/card-${hash.digest('hex').slice(0, 8)}.png`, svg };
}

/**
 * @returns true if the published card differs
 * @throws {Error} when the component does not render an SVG of the size of a card
 */
async function writeCard(setup: RenderSetup, { output, svg }: Card): Promise<boolean> {
  const { fonts = [] } = setup.card ?? {};
  if (/<text[\s>]/.test(svg) && fonts.length === 0)
    throw new Error('templates/card.tsx has text, but templates/fonts has no font (*.ttf, *.otf).');
  const png = await drawPng(setup.memo, { svg, width: CARD_SIZE.width, fonts });
  const height = heightOf(png);
  if (height !== CARD_SIZE.height)
    throw new Error(`templates/card.tsx is 1200 by ${height} pixels. It must be <svg viewBox="0 0 1200 630">.`);
  return writePage(setup.target, output, png);
}

/** The result of drawing a card. */
export interface DrawnCard {
  /** Its file from `out`, if it differs from the published one. */
  readonly written: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** Draws the cards of a batch, each once, in the background while pages are rendered. */
export interface CardDrawing {
  /** @param job the index of the page in its task */
  readonly add: (job: number, card: Card) => void;
  /** @returns the cards by the first job that uses each */
  readonly finish: () => Promise<ReadonlyMap<number, DrawnCard>>;
}

export function startDrawingCards(setup: RenderSetup): CardDrawing {
  const drawings = new Map<string, { readonly job: number; readonly drawn: Promise<DrawnCard> }>();
  return {
    add: (job, card) => {
      if (setup.target === undefined || drawings.has(card.output)) return;
      const drawn = writeCard(setup, card).then(
        (isWritten) => ({ written: isWritten ? [card.output] : [], problems: [] }),
        (error: unknown) => ({ written: [], problems: [describeCard(setup, error)] }),
      );
      drawings.set(card.output, { job, drawn });
    },
    finish: async () => {
      const cards = new Map<number, DrawnCard>();
      for (const { job, drawn } of drawings.values()) cards.set(job, await drawn);
      return cards;
    },
  };
}

function describeCard({ root }: RenderSetup, failure: unknown): Diagnostic {
  return { ...describeFailure(root, 'templates/card.tsx', failure), code: 'card-failed' };
}
