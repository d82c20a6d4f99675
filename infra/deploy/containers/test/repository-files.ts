import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './compose.ts';

/** Dependencies, build output and run-time data, none of which is committed (see .gitignore). */
const notOurs = /^(\.git|node_modules|dist|\.data|\.turbo|\.pnpm-store|\.env)$|\.(log|tsbuildinfo)$/;

/** The paths of all files of the repository, from its root. */
export function repositoryFiles(folder = ''): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (notOurs.test(entry.name) || path === 'apps/web/test/screens') return [];
    return entry.isDirectory() ? repositoryFiles(path) : [path];
  });
}
