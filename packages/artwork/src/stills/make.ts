import { toPng } from '../drawing/raster.ts';
import { fewerColours, ico, save } from '../output.ts';
import { hats } from './hats.ts';
import { helpers } from './helpers.ts';
import { favicon, logo, maskable, touchIcon, wordmark } from './logo.ts';
import { sampleFace } from './sample-face.ts';
import { socials } from './social.ts';

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
