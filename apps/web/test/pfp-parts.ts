import { readFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import type { Download, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export type Pixel = readonly [red: number, green: number, blue: number, alpha: number];
export type Picture = { width: number; height: number; at: (x: number, y: number) => Pixel };

export const RED: Pixel = [255, 0, 0, 255];
export const LIME: Pixel = [0, 255, 0, 255];
export const BLUE: Pixel = [0, 0, 255, 255];

/** A PNG with one colour per vertical stripe; with three stripes at a 2:1 ratio, the crop removes the outer ones. */
export function stripes(width: number, height: number, colours: readonly string[]): Buffer {
  const wide = width / colours.length;
  const bars = colours.map(
    (colour, index) => `<path fill="${colour}" d="M${index * wide} 0h${wide}v${height}h-${wide}z"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">${bars.join('')}</svg>`;
  return new Resvg(svg).render().asPng();
}

/** A photo file for a file input. */
export const photo = (buffer: Buffer, name = 'me.png', mimeType = 'image/png') => ({
  name,
  mimeType,
  buffer,
});

/** 800 × 400: red, then lime and blue in the middle square, then red. */
export const widePhoto = () => photo(stripes(800, 400, ['#f00', '#0f0', '#00f', '#f00']));

export async function uploadPhoto(page: Page, file: ReturnType<typeof photo>): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
}

/** An option of the open shelf. */
export const hat = (page: Page, name = 'Santa classic'): Locator =>
  page.getByRole('tabpanel').getByRole('button', { name, exact: true });

/** The selection's pose, from its accessible description. */
export async function selection(page: Page): Promise<string> {
  return (await page.getByRole('region', { name: 'The workbench' }).getByRole('status').textContent()) ?? '';
}

/** Waits for the selection's pose. */
export const expectPose = (page: Page) => expect.poll(() => selection(page));

/** A point of the picture, in its 500 units, in window coordinates. */
export async function onStage(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await page.getByRole('application', { name: 'Your picture' }).boundingBox();
  if (!box) throw new Error('there is no stage');
  return [box.x + (x / 500) * box.width, box.y + (y / 500) * box.height];
}

export async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...(await onStage(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await onStage(page, ...to)), { steps: 6 });
  await page.mouse.up();
}

/** A touch gesture; each finger with its points, in units of the picture: `x,y x,y …`. */
export async function touch(page: Page, ...fingers: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const paths = fingers.map((finger) => finger.split(' ').map((point) => point.split(',').map(Number)));
  for (const step of paths[0]?.keys() ?? []) {
    const touchPoints = await Promise.all(
      paths.map(async (path, id) => {
        const [x, y] = await onStage(page, ...(path[step] as [number, number]));
        return { x, y, id };
      }),
    );
    const type = step === 0 ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** The canvas's colour at a point, in its 500 units. */
export function onCanvas(page: Page, x: number, y: number): Promise<Pixel> {
  return page
    .getByRole('application')
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [across, down]) => {
        const unit = canvas.width / 500;
        // Reading the page's own canvas would make it slow, with a warning by the browser.
        const probe = new OffscreenCanvas(1, 1).getContext('2d');
        probe?.drawImage(canvas, across * unit, down * unit, 1, 1, 0, 0, 1, 1);
        const data = probe?.getImageData(0, 0, 1, 1).data ?? [];
        const [red = 0, green = 0, blue = 0, alpha = 0] = data;
        return [red, green, blue, alpha] as const;
      },
      [x, y] as const,
    );
}

/** A saved PNG, decoded by the browser. */
export async function openDownload(page: Page, download: Download): Promise<Picture> {
  const file = await readFile(await download.path());
  return openPng(page, file.toString('base64'));
}

export async function openPng(page: Page, base64: string): Promise<Picture> {
  const { width, height, bytes } = await page.evaluate(async (encoded) => {
    const data = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    let text = '';
    for (const value of pixels) text += String.fromCharCode(value);
    return { width: bitmap.width, height: bitmap.height, bytes: btoa(text) };
  }, base64);
  return pictureOf(width, height, Buffer.from(bytes, 'base64'));
}

function pictureOf(width: number, height: number, bytes: Uint8Array): Picture {
  return {
    width,
    height,
    at: (x, y) => {
      const index = (Math.floor(y) * width + Math.floor(x)) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = bytes.subarray(index, index + 4);
      return [red, green, blue, alpha];
    },
  };
}

/** A JPEG with EXIF orientation 6: red above, blue below; upright, red is on the right. */
export async function turnedJpeg(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 600;
    canvas.height = 600;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 600, 300);
    context.fillStyle = '#00f';
    context.fillRect(0, 300, 600, 300);
    return canvas.toDataURL('image/jpeg', 1).split(',')[1] ?? '';
  });
  const jpeg = Buffer.from(base64, 'base64');
  // Big-endian TIFF with one entry: orientation (0x0112), a short, 6 (rotate 90° clockwise to show).
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}
