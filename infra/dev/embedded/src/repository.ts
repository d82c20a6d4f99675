import { join } from 'node:path';

/** The root of the repository, seen from this file. */
export const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..');
