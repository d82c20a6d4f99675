import { writeFileSync } from 'node:fs';
import { toPng } from '../drawing/raster.ts';
import { picture } from '../films/film.ts';
import type { Loop } from './loop.ts';

/** A contact sheet to check drawings by: each loop is a row of `columns` pictures. */
export function contactSheet(loops: readonly Loop[], path: string, columns = 8, width = 240): void {
  const high = (width * 270) / 480;
  const rows = loops.map((loop, row) =>
    Array.from({ length: columns }, (_, column) => {
      const png = toPng(
        picture(loop.ground, column * 3, (p) => loop.draw(p, column / columns)),
        width,
      );
      return `<image x="${column * width}" y="${row * high}" width="${width}" height="${high}" href="data:image/png;base64,${png.toString('base64')}"/>`;
    }).join(''),
  );
  const [w, h] = [columns * width, loops.length * high];
  writeFileSync(
    path,
    toPng(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${rows.join('')}</svg>`,
      w,
    ),
  );
}
