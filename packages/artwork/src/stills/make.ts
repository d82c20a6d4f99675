import { sticker } from '../drawing/pen.ts';
import { fewerColours, ico, save, toPng } from '../output.ts';
import { helpers } from './helpers.ts';
import { favicon, logo, maskable, touchIcon, wordmark } from './logo.ts';
import { sampleFace } from './sample-face.ts';
import { socials } from './social.ts';
import { beanie, elfHat, floppyBell, santaClassic } from './soft-hats.ts';
import { antlers, candleWreath, hollyCrown, topHatMistletoe } from './stiff-hats.ts';

/** Makes the logo, icons, hats, helpers, the sample face and the preview images. */
export function makeStills(): void {
  save('logo.svg', logo());
  save('logo-wordmark.svg', wordmark());
  save('logo-400.png', toPng(logo(), 400));
  const small = favicon();
  save('/favicon.svg', small);
  const sizes = [16, 32, 48].map((size) => ({ size, png: toPng(small, size) }));
  save('/favicon.ico', ico(sizes));
  for (const { size, png } of sizes.slice(0, 2)) save(`icon-${size}.png`, png);
  save('icon-180.png', toPng(touchIcon(), 180));
  save('icon-192.png', toPng(touchIcon(), 192));
  save('icon-512.png', toPng(touchIcon(), 512));
  save('icon-192-maskable.png', toPng(maskable(), 192));
  save('icon-512-maskable.png', toPng(maskable(), 512));
  for (const [name, draw] of Object.entries(hats)) save(`hats/${name}.svg`, draw());
  for (const [name, draw] of Object.entries(helpers)) save(`helpers/${name}.svg`, draw());
  save('sample-face.svg', sampleFace());
  for (const [name, draw] of Object.entries(socials))
    save(`social/${name}.png`, fewerColours(toPng(draw(), 1200)));
}

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
