/**
 * The web app's routes: these paths and those of cases, traces and receipts return 200, all others Page Not Found. A test compares them with the router's.
 */
export const clientRoutes: readonly `/${string}`[] = [
  '/',
  '/about-naughty-list-memecoin',
  '/admin',
  '/admin/account',
  '/admin/accounts',
  '/admin/analytics',
  '/admin/audit-log',
  '/admin/invitation',
  '/admin/nice-reports',
  '/admin/payments',
  '/admin/review',
  '/appeal',
  '/burns',
  '/christmas-meme-coin-solana',
  '/christmas-memecoin',
  '/christmas-token-solana',
  '/christmas-token-solana-guide',
  '/developers',
  '/my-report',
  '/nice-list',
  '/payments',
  '/pfp',
  '/privacy',
  '/solana-christmas-memecoin',
  '/terms',
  '/transparency',
  '/verify-receipt',
  '/xmas-meme-coin-solana',
  '/xmas-token-solana',
  '/xmas-token-solana-investment',
];

/** The routes of a case, a trace and a receipt, in the router's notation. */
export const CASE_ROUTE = '/case/$username';
export const TRACE_ROUTE = '/trace/$kind/$value';
export const RECEIPT_ROUTE = '/receipt/$signature';
