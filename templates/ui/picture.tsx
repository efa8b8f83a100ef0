import { Town, type TownCrop } from '../drawings/town.tsx';

const SHAPES = {
  opening: 'h-64 w-full sm:h-96 lg:h-0 lg:grow',
  form: 'h-36 w-full border-t border-control sm:h-72 lg:h-0 lg:min-h-full print:hidden',
  closing: 'h-auto w-full lg:h-0 lg:min-h-full',
} as const;

/** A part of the town, beside the opening of a page, its form or its last words: as tall as they are, on wide screens. */
export function Picture({ crop, beside }: { readonly crop: TownCrop; readonly beside: keyof typeof SHAPES }) {
  return <Town crop={crop} className={SHAPES[beside]} />;
}
