import { beanie, elfHat, floppyBell, santaClassic } from './soft-hats.ts';
import { sticker } from './sticker.ts';
import { antlers, candleWreath, hollyCrown, topHatMistletoe } from './stiff-hats.ts';

/** File name to picture: each 512 × 512, transparent, brim in the lower third. */
export const hats: Readonly<Record<string, () => string>> = {
  'hat-1-santa-classic': () => sticker(2.2, 15, santaClassic),
  'hat-2-floppy-bell': () => sticker(2.2, 15, floppyBell),
  'hat-3-elf': () => sticker(2.2, 15, elfHat),
  'hat-4-antlers': () => sticker(2.2, 15, antlers),
  'hat-5-beanie': () => sticker(2.2, 15, beanie),
  'hat-6-holly-crown': () => sticker(2, 15, hollyCrown),
  'hat-7-top-hat-mistletoe': () => sticker(2.2, 15, topHatMistletoe),
  'hat-8-candle-wreath': () => sticker(2, 15, candleWreath),
};
