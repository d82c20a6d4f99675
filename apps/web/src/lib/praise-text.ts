/** Counts praise that moderators have read; other praise says that it is not reviewed. */
export const praiseText = ({ times, isReviewed }: { times: number; isReviewed: boolean }): string =>
  isReviewed ? `Praised ${times === 1 ? 'once' : `${times} times`}` : 'Praised, not reviewed';
