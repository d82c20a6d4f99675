/** `Praised once, not reviewed`: praise that no moderator has read says so. */
export const praiseText = ({ times, isReviewed }: { times: number; isReviewed: boolean }): string =>
  `Praised ${times === 1 ? 'once' : `${times} times`}${isReviewed ? '' : ', not reviewed'}`;
