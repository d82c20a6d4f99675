import { join } from 'node:path';

/** The root of the repository. */
export const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..');
