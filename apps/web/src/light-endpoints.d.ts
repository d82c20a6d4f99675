/**
 * Endpoints as `light-endpoints.ts` makes them. They are typed as the contract's own: a call uses no more of them than
 * method, path, and how an answer is checked.
 */
declare module 'virtual:endpoints/reports' {
  type Contract = typeof import('@naughty-list/contracts/reports');
  export const listReports: Contract['listReports'];
  export const searchReports: Contract['searchReports'];
}
declare module 'virtual:endpoints/nice-reports' {
  type Contract = typeof import('@naughty-list/contracts/nice-reports');
  export const listNiceReports: Contract['listNiceReports'];
  export const searchNiceReports: Contract['searchNiceReports'];
}
declare module 'virtual:endpoints/token-config' {
  type Contract = typeof import('@naughty-list/contracts/token-config');
  export const getTokenConfig: Contract['getTokenConfig'];
}
declare module 'virtual:endpoints/hit-counter' {
  type Contract = typeof import('@naughty-list/contracts/hit-counter');
  export const getHitCounter: Contract['getHitCounter'];
}
declare module 'virtual:endpoints/market-data' {
  type Contract = typeof import('@naughty-list/contracts/market-data');
  export const getMarketData: Contract['getMarketData'];
}
