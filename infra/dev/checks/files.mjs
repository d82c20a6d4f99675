import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

const notOurs = new Set(['.git', 'node_modules', 'dist', '.data', '.turbo', '.pnpm-store']);

/**
 * The paths of all files of the repository, relative to its root, without dependencies, build output and run-time
 * data.
 */
export function repositoryFiles(folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (notOurs.has(entry.name)) return [];
    return entry.isDirectory() ? repositoryFiles(path) : [path];
  });
}
