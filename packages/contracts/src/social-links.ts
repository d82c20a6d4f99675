/** The project's links, also in the token config. */
export const socialLinks = {
  x: 'https://x.com/naughtylistsol',
  tiktok: 'https://www.tiktok.com/@naughtylistsol',
  telegram: 'https://t.me/naughtylistsol',
  chart: 'https://dexscreener.com/solana',
} as const;
