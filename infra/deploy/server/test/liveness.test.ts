import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processes, read } from './installation.ts';

const script = join(import.meta.dirname, '../bin/check-liveness.sh');
const folder = mkdtempSync(join(tmpdir(), 'naughty-list-liveness-'));
const calls = join(folder, 'calls');
const stopped = join(folder, 'stopped');
/** How the reports worker reacts to a check. */
let worker: 'answers' | 'hangs' | 'hangs up' = 'answers';
const asked: (string | undefined)[] = [];
const servers: Server[] = [];

async function addProcess(name: string, answer: Parameters<typeof createServer>[1]): Promise<void> {
  const server = createServer(answer as never);
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, 'processes', `${name}.env`), `HOST=127.0.0.1\nPORT=1\nMETRICS_PORT=${port}\n`);
}

beforeAll(async () => {
  for (const name of ['bin', 'processes', 'counts']) mkdirSync(join(folder, name));
  // A fake systemctl: every unit is active unless listed as stopped.
  const systemctl = `#!/bin/bash
if [ "$1" = is-active ]; then [ ! -f "${stopped}" ] || ! grep -qx "$3" "${stopped}"; exit; fi
echo "$*" >>"${calls}"
`;
  writeFileSync(join(folder, 'bin/systemctl'), systemctl);
  chmodSync(join(folder, 'bin/systemctl'), 0o755);
  await addProcess('reports', (request, response) => {
    asked.push(request.url);
    response.end();
  });
  await addProcess('reports-worker', (request, response) => {
    if (worker === 'answers') response.end();
    if (worker === 'hangs up') request.socket.destroy();
  });
  await addProcess('gateway', (request) => request.socket.destroy());
  writeFileSync(stopped, 'naughty-list-web@gateway\n');
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

async function check(how: typeof worker): Promise<string> {
  worker = how;
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` };
  const run = spawn(script, [join(folder, 'processes'), join(folder, 'counts')], { env });
  let output = '';
  run.stdout.on('data', (text) => {
    output += text;
  });
  const [status] = await once(run, 'close');
  expect(status).toBe(0);
  return output;
}

const killed = () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);

test('a process that misses four checks in a row is killed, and no other', async () => {
  // Three failures are not enough, and a success resets the count.
  for (const how of ['hangs', 'hangs up', 'hangs up', 'answers', 'hangs up', 'hangs up', 'hangs up'] as const)
    expect(await check(how)).toBe('');
  expect(killed()).toEqual([]);
  expect(await check('hangs up')).toContain('naughty-list-worker@reports did not answer 4 times in a row');
  expect(killed()).toEqual(['kill --signal=KILL naughty-list-worker@reports']);
  // The restarted worker gets four checks as well.
  for (let n = 0; n < 3; n += 1) await check('hangs up');
  expect(killed()).toHaveLength(1);
  await check('hangs up');
  expect(killed()).toHaveLength(2);
  expect(new Set(asked)).toEqual(new Set(['/health/live']));
}, 120_000);

test('the timer’s unit runs it on the processes of the release, and systemd starts again what it kills', () => {
  const unit = read('systemd/liveness-naughty-list.service');
  const [, program, files, counts] = /^ExecStart=(\S+) (\S+) (\S+)$/m.exec(unit) ?? [];
  expect([program, files]).toEqual([
    '/opt/naughty-list/current/bin/check-liveness.sh',
    '/opt/naughty-list/current/processes',
  ]);
  // Otherwise systemd empties the folder after each check, and the count is lost.
  expect(unit).toContain(`RuntimeDirectory=${counts?.replace('/run/', '')}\n`);
  expect(unit).toContain('RuntimeDirectoryPreserve=yes\n');
  for (const { unit: name } of processes)
    expect(read('systemd', `${name.replace(/@.*/, '')}@.service`)).toContain('Restart=always\n');
});
