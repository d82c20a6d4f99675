import { Resvg } from '@resvg/resvg-js';

interface Pixels {
  width: number;
  height: number;
  /** Four bytes per pixel: red, green, blue, alpha. */
  rgba: Buffer;
}

/** Draws an SVG at a width in pixels; no fonts and no files outside the text are read. */
function rendered(svg: string, width: number) {
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render();
}

export function toPixels(svg: string, width: number): Pixels {
  const image = rendered(svg, width);
  return { width: image.width, height: image.height, rgba: image.pixels };
}

export function toPng(svg: string, width: number): Buffer {
  return rendered(svg, width).asPng();
}
