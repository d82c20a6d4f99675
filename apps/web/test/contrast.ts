import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';

/**
 * Grounds that are drawn with gradients, each as one plain colour: the one on which its text is hardest to read. Of a
 * gradient axe says that it cannot tell, and so would never find a fault.
 */
const HARDEST_GROUNDS = `
  /* Dark text: the gradient's darkest end. */
  .paper { background: var(--color-parchment-200) !important; }
  /* Light text: the middle of the vignette. */
  body { background: var(--color-night-700) !important; }
  .pine-glow { background: var(--color-pine-700) !important; }
  .pine-glow::before { content: none !important; }
  /* No text stands on the two lines of the margin, and none where a candle's light is more than a hint. */
  .ledger-margin, .candle-glow { background-image: none !important; }
  .candle-glow[aria-hidden] { display: none !important; }
  /* What floats covers other text, which is looked at where nothing lies over it. */
  #root > header { position: absolute !important; }
  [role=listbox] { position: static !important; }
  /* It falls over everything, and is nowhere for long. */
  .snow { display: none !important; }
`;

const RULES = { AA: 'color-contrast', AAA: 'color-contrast-enhanced' } as const;

/**
 * The texts within a selector that are hard to read, on the hardest grounds that they may stand on, and those of which axe
 * cannot say: 4.5:1 is asked for by AA, 7:1 by AAA (large texts 3:1 and 4.5:1).
 */
export async function hardToRead(page: Page, within: string, level: keyof typeof RULES): Promise<string[]> {
  // The policy forbids style elements; a sheet that is constructed is none.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, HARDEST_GROUNDS);
  const rule = RULES[level];
  const { violations, incomplete } = await new AxeBuilder({ page })
    .include(within)
    // Of letters in a drawing axe cannot tell; a chart has its numbers in a table, too.
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

/** Waits until nothing within it changes its colours any more. */
export const settled = (place: Locator): Promise<unknown> =>
  place.evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(
      () => undefined,
    ),
  );
