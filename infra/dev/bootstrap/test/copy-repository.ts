import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { repositoryFiles } from '../../checks/files.mjs';

/** Copies the sources, with links to the installed packages. */
export async function copyRepository(target: string): Promise<void> {
  const files: string[] = repositoryFiles();
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(REPOSITORY, file), join(target, file));
  }
  await symlink(join(REPOSITORY, 'node_modules'), join(target, 'node_modules'));
  const packages = files.filter((file) => file.endsWith('/package.json')).map(dirname);
  for (const folder of packages) {
    await cp(join(REPOSITORY, folder, 'node_modules'), join(target, folder, 'node_modules'), {
      recursive: true,
      // Links within the workspace then lead to the copy.
      verbatimSymlinks: true,
      filter: (path) => !/node_modules\/\.(vite|prerender)/.test(path),
    });
  }
}
