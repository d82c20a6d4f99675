import { LockHeldError } from '@naughty-list/local-chain/files';

/**
 * An error whose message is one line for the terminal: the problem and what to do. Commands print only the message and
 * exit with code 1; all other errors are defects and print their stack.
 */
export class ReadableError extends Error {
  override readonly name = 'ReadableError';
}

const reasons: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'it can only be read',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder, not a file',
  ENOSPC: 'the disk is full',
};

/** The line for the terminal about an error of a command, a file that cannot be written included; undefined for a defect. */
export function oneLine(error: unknown): string | undefined {
  if (error instanceof ReadableError || error instanceof LockHeldError) return error.message;
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const file = dest ?? path;
  return code in reasons && file ? `${file} cannot be used (${code}): ${reasons[code]}` : undefined;
}
