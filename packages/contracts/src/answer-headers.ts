/** Header of paged lists. */
export const totalCount = { 'x-total-count': 'The total number, on all pages' } as const;

/** Headers of lists that clients revalidate. */
export const totalCountAndTag = {
  ...totalCount,
  etag: 'Send it in If-None-Match: while nothing has changed, the response is 304 without a body',
} as const;
