import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Debian's golang-golang-x-mod-dev. */
const SOURCES = '/usr/share/gocode';

export const hasGo =
  existsSync(join(SOURCES, 'src/golang.org/x/mod/sumdb/tlog')) && existsSync('/usr/bin/go');
if (!hasGo)
  console.log('No golang-golang-x-mod-dev: logs are not checked by an implementation that is not ours');

/** Builds the check into a folder; the tests run it many times. */
export async function buildCheck(folder: string): Promise<string> {
  const program = join(folder, 'check-log');
  const source = join(import.meta.dirname, 'check-log', 'main.go');
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: SOURCES,
    GOFLAGS: '',
    GOCACHE: join(folder, 'cache'),
  };
  await promisify(execFile)('/usr/bin/go', ['build', '-o', program, source], { env });
  return program;
}

/** The output of the check, and whether it accepted the log. */
export async function checkLog(
  program: string,
  ...args: string[]
): Promise<{ isRight: boolean; output: string }> {
  try {
    return { isRight: true, output: (await promisify(execFile)(program, args)).stdout };
  } catch (error) {
    return { isRight: false, output: String((error as { stderr?: unknown }).stderr ?? error) };
  }
}
