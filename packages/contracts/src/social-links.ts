/** Default links of the project; the token config can override them. */
export const socialLinks = {
  x: 'https://x.com/naughtylistsol',
  tiktok: 'https://www.tiktok.com/@naughtylistsol',
  telegram: 'https://t.me/naughtylistsol',
  chart: 'https://dexscreener.com/solana',
} as const;
