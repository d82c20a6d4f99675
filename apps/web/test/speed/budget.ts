const KB = 1_000;

/** Bytes as the gateway sends them: brotli where there is one. `scripts` are those that a page needs before it listens. */
export type PageBudget = { path: string; file: string; scripts: number };

/** What the first view of each page may weigh; measured, and a little room. */
export const pageBudgets: readonly PageBudget[] = [
  { path: '/', file: 'index.html', scripts: 130 * KB },
  { path: '/nice-list', file: 'nice-list.html', scripts: 130 * KB },
  {
    path: '/about-naughty-list-memecoin',
    file: 'about-naughty-list-memecoin.html',
    scripts: 128 * KB,
  },
  { path: '/pfp', file: 'pfp.html', scripts: 134 * KB },
  { path: '/christmas-memecoin', file: 'christmas-memecoin.html', scripts: 126 * KB },
  { path: '/xmas-token-solana', file: 'xmas-token-solana.html', scripts: 126 * KB },
];

export const STYLES_BUDGET = 14 * KB;
/** The script of both faces, for the page's own words. */
export const FONTS_BUDGET = 32 * KB;

/**
 * What Lighthouse has to say of each page, on a simulated phone with slow 4G, and what it may measure at most. Times need a
 * machine with nothing else to do: `npm run lighthouse` holds the pages to them, `npm test` does not.
 */
export const lighthouseBudget = {
  scores: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  largestPaintMs: 1_800,
  blockedMs: 100,
  layoutShift: 0,
  /** Of `/`, with all that comes before the visitor does anything. */
  scriptBytes: 190 * KB,
  requests: 30,
} as const;
