/**
 * Takes the screenshots of `docs/screens/` and `docs/images/` from a real stack with sample reports, at desktop and
 * phone size. Run `pnpm screens` after building the web app; arguments (`pnpm screens home pfp`) select scenes, and
 * WEB_ROOT another build.
 */
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type SampleStack, startSampleStack } from './sample-stack.ts';
import { type Scene, scenes } from './scenes.ts';

const sizes = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const screens = join(docs, 'screens');
const images = join(docs, 'images');
for (const folder of [screens, images]) mkdirSync(folder, { recursive: true });

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? scenes : scenes.filter(({ name }) => wanted.includes(name));

const stack = await startSampleStack();
try {
  for (const scene of chosen) await photograph(scene, stack);
} finally {
  await stack.stop();
}

async function photograph({ name, show }: Scene, stack: SampleStack): Promise<void> {
  for (const [size, viewport] of sizes) {
    const context = await stack.browser.newContext({
      baseURL: stack.stack.url,
      viewport,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await show(page, stack);
    await takePicture(page, join(screens, `${name}-${size}.webp`));
    if (name === 'home') await page.screenshot({ path: join(images, `home-${size}.png`) });
    await context.close();
    console.log(`${name}, ${size}`);
  }
}

/** Saves the viewport as WebP. */
async function takePicture(page: Page, file: string): Promise<void> {
  await settle(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
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
