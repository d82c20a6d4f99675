import { expect } from 'vitest';

/** Looks again until it is so, for as long as a busy machine may need. */
export const eventually = <T>(look: () => Promise<T> | T) => expect.poll(look);
