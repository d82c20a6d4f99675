/** For paged lists. */
export const totalCount = { 'x-total-count': 'How many there are, on all pages together' } as const;

/** For lists that are not sent again while unchanged. */
export const totalCountAndTag = {
  ...totalCount,
  etag: 'What to name in If-None-Match: while nothing has changed, the answer is 304 without a body',
} as const;
