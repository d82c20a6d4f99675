import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

const QUALITY = 80;

/** Saves the viewport, or the full page, as WebP. */
export async function takePicture(page: Page, file: string, { whole = false } = {}): Promise<void> {
  if (whole) await showEverythingOnce(page);
  await settle(page);
  const { width, height } = await page.evaluate((all) => {
    const root = document.documentElement;
    return { width: root.clientWidth, height: all ? root.scrollHeight : root.clientHeight };
  }, whole);
  const top = whole ? 0 : await page.evaluate(() => window.scrollY);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: whole,
    clip: { x: 0, y: top, width, height, scale: 1 },
  });
  await session.detach();
  await writeFile(file, Buffer.from(data, 'base64'));
}

/** Scrolls through the page, so that lazy images load. */
async function showEverythingOnce(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const step = page.viewportSize()?.height ?? 800;
  for (let top = 0; top < height; top += step) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
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
