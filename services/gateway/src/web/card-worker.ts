import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';

/** Draws SVG as PNG, using only the fonts of the build. */
parentPort?.on('message', (svg: string) => {
  let png: Uint8Array | undefined;
  try {
    const font = { loadSystemFonts: false, fontFiles: workerData as string[] };
    png = new Resvg(svg, { font }).render().asPng();
  } catch (error) {
    console.error('a picture could not be drawn', error);
  }
  parentPort?.postMessage(png);
});
