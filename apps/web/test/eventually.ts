import { expect } from 'vitest';

/** Polls until the assertion holds, with the project's timeout. */
export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read);
