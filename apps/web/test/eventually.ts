import { expect } from 'vitest';

/** Polls until it holds, with a timeout for busy machines. */
export const eventually = <T>(look: () => Promise<T> | T) => expect.poll(look);
