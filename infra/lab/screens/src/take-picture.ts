import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

const QUALITY = 80;

/** Saves the viewport as WebP. */
export async function takePicture(page: Page, file: string): Promise<void> {
  await settle(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  await writeFile(file, Buffer.from(data, 'base64'));
}

/** Waits for fonts, images and finite animations. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => {
    // Skips lazy images, which may never come into view.
    const asked = [...document.images].filter(({ loading }) => loading !== 'lazy');
    const moving = document
      .getAnimations()
      .filter(
        (one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime),
      );
    return asked.every(({ complete }) => complete) && moving.length === 0;
  });
  await page.waitForLoadState('networkidle');
}
