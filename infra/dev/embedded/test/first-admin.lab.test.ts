import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { webRoot } from './lasting-stack.ts';
import { StartedProgram } from './started-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const COMMAND = fileURLToPath(new URL('../../../../services/gateway/src/admin-command.ts', import.meta.url));

const logIn = async (url: string, username: string, password: string): Promise<number> => {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  await answer.body?.cancel();
  return answer.status;
};

it('shows the password of the first admin once, at the terminal alone', async () => {
  const dataDir = temporaryFolder();
  const env = { DATA_DIR: dataDir, PORT: '0', WEB_ROOT: webRoot() };
  const first = new StartedProgram(env);
  const url = await first.ready();
  const [, password = ''] = /^First admin: {2}admin, password (\w{20}) /m.exec(first.output) ?? [];
  expect(await logIn(url, 'admin', password)).toBe(200);
  expect(await logIn(url, 'admin', 'another password')).toBe(401);
  // The separate command finds the same database.
  expect(
    execFileSync(process.execPath, [COMMAND, 'list'], { env: { DATA_DIR: dataDir }, encoding: 'utf8' }),
  ).toMatch(/^admin {2}admin +created /);
  first.kill('SIGTERM');
  await first.ended();
  expect(filesWith(password, dataDir)).toEqual([]);

  const second = new StartedProgram(env);
  const again = await second.ready();
  expect(second.output).not.toContain('First admin');
  expect(await logIn(again, 'admin', password)).toBe(200);
});

it('takes the first admin from the settings, and shows none', async () => {
  const program = new StartedProgram({
    DATA_DIR: temporaryFolder(),
    PORT: '0',
    WEB_ROOT: webRoot(),
    ADMIN_USERNAME: 'santa',
    ADMIN_PASSWORD: 'correct horse battery',
  });
  const url = await program.ready();
  expect(program.output).not.toMatch(/First admin|correct horse/);
  expect(await logIn(url, 'santa', 'correct horse battery')).toBe(200);
});

/** Files under a folder that contain a text. */
function filesWith(text: string, folder: string): string[] {
  try {
    return execFileSync('grep', ['-rlF', text, folder], { encoding: 'utf8' }).trim().split('\n');
  } catch {
    return [];
  }
}
