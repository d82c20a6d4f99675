/** The pages of the web app, as its router knows them: these paths answer 200, all others are Page Not Found. */
export const clientRoutes = [
  '/',
  '/admin',
  '/pfp',
  '/nice-list',
  '/about-naughty-list-memecoin',
  '/christmas-token-solana',
  '/xmas-token-solana',
  '/christmas-meme-coin-solana',
  '/xmas-meme-coin-solana',
  '/christmas-token-solana-guide',
  '/xmas-token-solana-investment',
  '/christmas-memecoin',
  '/solana-christmas-memecoin',
] as const;
