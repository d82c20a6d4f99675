import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
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

/**
 * Replaces gradient backgrounds by their colour with the worst contrast, since axe cannot judge text on gradients.
 */
const HARDEST_GROUNDS = `
  /* Dark text: the gradient's darkest end. */
  .paper { background: var(--color-parchment-200) !important; }
  /* Light text: the middle of the vignette. */
  body { background: var(--color-night-700) !important; }
  .pine-glow { background: var(--color-pine-700) !important; }
  .pine-glow::before { content: none !important; }
  /* No text is on the two margin lines, or where candlelight is strong. */
  .ledger-margin, .candle-glow { background-image: none !important; }
  .candle-glow[aria-hidden] { display: none !important; }
  /* Floating elements cover other text, which is checked where nothing covers it. */
  #root > header { position: absolute !important; }
  [role=listbox] { position: static !important; }
  /* Snow falls over everything but stays nowhere. */
  .snow { display: none !important; }
`;

const RULES = { AA: 'color-contrast', AAA: 'color-contrast-enhanced' } as const;

/**
 * Texts within a selector that lack contrast on their worst background, and those that axe cannot decide: AA requires
 * 4.5:1, AAA 7:1 (large text 3:1 and 4.5:1).
 */
export async function hardToRead(page: Page, within: string, level: keyof typeof RULES): Promise<string[]> {
  // The policy forbids style elements but allows constructed style sheets.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, HARDEST_GROUNDS);
  const rule = RULES[level];
  const { violations, incomplete } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .include(within)
    // axe cannot judge text in SVG; a chart also has its numbers in a table.
    .exclude('svg')
    .options({ runOnly: [rule], rules: { [rule]: { enabled: true } } })
    .analyze();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return [...violations, ...incomplete].flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${any.map(({ message }) => message).join(' ')} ${html.slice(0, 160)}`),
  );
}

/** Waits for all animations within an element. */
export const settled = (place: Locator): Promise<unknown> =>
  place.evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(
      () => undefined,
    ),
  );
