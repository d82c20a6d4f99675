import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hardToRead } from './contrast.ts';
import { axeViolations, sticksOut, untilStill } from './page-parts.ts';
import { DESKTOP, PHONE } from './web-under-test.ts';

const WIDTHS = [360, 390, 768, 1024, 1280, 1440, 2560];

/**
 * No sideways scroll at any width, and nothing for axe on a phone and a desktop; with `paper`, contrasts of 4.5:1 everywhere
 * and of 7:1 within that selector, too.
 */
export async function expectWhole(page: Page, state: string, paper?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => sticksOut(page), { message: `${state} at ${width}` }).toEqual([]);
  }
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await untilStill(page);
    expect(await axeViolations(page), `${state} at ${viewport.width}`).toEqual([]);
    if (paper) expect(await hardToRead(page, 'body', 'AA')).toEqual([]);
  }
  // Page Not Found has no parchment.
  if (paper && state !== 'not found') expect(await hardToRead(page, paper, 'AAA')).toEqual([]);
}
