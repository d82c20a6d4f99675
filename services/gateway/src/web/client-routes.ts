/**
 * The web app's routes: these paths and those of cases and receipts return 200, all others Page Not Found. A test compares them with the router's.
 */
export const clientRoutes: readonly `/${string}`[] = [
  '/',
  '/about-naughty-list-memecoin',
  '/admin',
  '/admin/analytics',
  '/admin/audit-log',
  '/admin/nice-reports',
  '/admin/review',
  '/appeal',
  '/burns',
  '/christmas-meme-coin-solana',
  '/christmas-memecoin',
  '/christmas-token-solana',
  '/christmas-token-solana-guide',
  '/developers',
  '/nice-list',
  '/pfp',
  '/privacy',
  '/solana-christmas-memecoin',
  '/terms',
  '/transparency',
  '/xmas-meme-coin-solana',
  '/xmas-token-solana',
  '/xmas-token-solana-investment',
];

/** The routes of a case and of a receipt, in the router's notation. */
export const CASE_ROUTE = '/case/$username';
export const RECEIPT_ROUTE = '/receipt/$signature';
