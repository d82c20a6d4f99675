/** Header of paged lists. */
export const totalCount = { 'x-total-count': 'How many there are, on all pages together' } as const;

/** Headers of lists that clients revalidate. */
export const totalCountAndTag = {
  ...totalCount,
  etag: 'What to name in If-None-Match: while nothing has changed, the answer is 304 without a body',
} as const;
