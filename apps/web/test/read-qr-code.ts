import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';

/** Decodes a QR code from a screenshot. */
export async function readQrCode(code: Locator): Promise<string | undefined> {
  await code.scrollIntoViewIfNeeded();
  const picture = (await code.screenshot()).toString('base64');
  const { pixels, width, height } = await code.page().evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { pixels: [...data], width: canvas.width, height: canvas.height };
  }, picture);
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data;
}
