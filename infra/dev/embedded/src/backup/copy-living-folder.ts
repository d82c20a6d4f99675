import { chmod, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How to treat a path inside the folder, with `/` as separator. */
export type Wanted = (path: string, isFolder: boolean) => 'copy' | 'empty' | 'skip';

/**
 * Copies a folder in use: deleted files are skipped, changing ones are copied as they are. `empty` creates a folder
 * without its contents. Only folders and regular files are copied.
 */
export async function copyLivingFolder(from: string, to: string, wanted: Wanted, path = ''): Promise<void> {
  await mkdir(join(to, path), { recursive: true });
  await chmod(join(to, path), (await stat(join(from, path))).mode & 0o777);
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const name = path ? `${path}/${entry.name}` : entry.name;
    const choice = wanted(name, entry.isDirectory());
    if (choice === 'skip') continue;
    if (choice === 'empty') await mkdir(join(to, name), { mode: 0o700 });
    else if (entry.isDirectory()) await copyLivingFolder(from, to, wanted, name);
    else if (entry.isFile()) await copyWhatIsThere(join(from, name), join(to, name));
  }
}

async function copyWhatIsThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
