/** `Praised 3 times`, counted once a moderator has read the praise, or `Praised, not reviewed`. */
export const praiseText = ({ times, isReviewed }: { times: number; isReviewed: boolean }): string =>
  isReviewed ? `Praised ${times === 1 ? 'once' : `${times} times`}` : 'Praised, not reviewed';
