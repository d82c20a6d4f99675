/** What a profile or a query plan showed of a figure that misses its target. */
export const notes: readonly { about: RegExp; why: string }[] = [];
