/** Where the project is at home outside of the site, unless the token config says otherwise. */
export const socialLinks = {
  x: 'https://x.com/naughtylistsol',
  tiktok: 'https://www.tiktok.com/@naughtylistsol',
  telegram: 'https://t.me/naughtylistsol',
  chart: 'https://dexscreener.com/solana',
} as const;
