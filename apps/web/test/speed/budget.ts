const KB = 1_000;

/** Bytes as sent by the gateway: brotli where available. `scripts` are those needed for hydration. */
export type PageBudget = { path: string; file: string; scripts: number };

/** Budget of each page's first view: the measured size plus some margin. */
export const pageBudgets: readonly PageBudget[] = [
  { path: '/', file: 'index.html', scripts: 130.5 * KB },
  { path: '/nice-list', file: 'nice-list.html', scripts: 130 * KB },
  {
    path: '/about-naughty-list-memecoin',
    file: 'about-naughty-list-memecoin.html',
    scripts: 128 * KB,
  },
  { path: '/pfp', file: 'pfp.html', scripts: 136 * KB },
  { path: '/christmas-memecoin', file: 'christmas-memecoin.html', scripts: 126 * KB },
  { path: '/xmas-token-solana', file: 'xmas-token-solana.html', scripts: 126 * KB },
];

export const STYLES_BUDGET = 14 * KB;
/** The script with the embedded fonts: two for texts, and one for names. */
export const FONTS_BUDGET = 41 * KB;

/**
 * Lighthouse budgets of each page, on a simulated phone with slow 4G. Times need an otherwise idle machine: `npm run
 * lighthouse` enforces them, `npm test` does not.
 */
export const lighthouseBudget = {
  scores: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  largestPaintMs: 1_800,
  blockedMs: 100,
  layoutShift: 0,
  /** Of `/`, with all scripts loaded without interaction. */
  scriptBytes: 190 * KB,
  requests: 30,
} as const;
