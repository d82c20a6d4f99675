import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { afterAll, expect, it } from 'vitest';
import { SECRET } from './running-service.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

function start(args: string[], env: Record<string, string>) {
  return spawn(process.execPath, [`${import.meta.dirname}/../src/main.ts`, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

it.each([[[]], [['web']], [['worker']], [['all']]])(
  'with mode %j starts on an empty database, is ready, and stops',
  async (args) => {
    const child = start(args, {
      PORT: '0',
      DATABASE_URL: database.url,
      QUEUE_URL: database.url,
      INTERNAL_SECRET: SECRET,
      CHAIN_VERIFIER_URL: 'http://127.0.0.1:9',
    });
    const exited = once(child, 'exit');
    let port = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const output = JSON.parse(line);
      if (output.msg === 'listening') port = output.port;
      if (port > 0) break;
    }
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);

it('a wrong environment is one line that names what is wrong', async () => {
  const child = start(['all'], { PORT: '0', DATABASE_URL: 'mysql://x', REMOVAL_COST_TOKENS: '1.5' });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  for (const name of [
    'DATABASE_URL',
    'QUEUE_URL',
    'INTERNAL_SECRET',
    'CHAIN_VERIFIER_URL',
    'REMOVAL_COST_TOKENS',
  ])
    expect(output).toContain(name);
});

it('an unknown mode is one line that lists the modes', async () => {
  const child = start(['workers'], {});
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([1, 'Unknown mode workers: use web, worker, all, migrate\n']);
});

it('mode "migrate" needs the database alone, brings its schema up to date, and ends', async () => {
  const child = start(['migrate'], { DATABASE_URL: database.url });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect([code, output]).toEqual([0, 'The schema reports is up to date\n']);
});

it('a migration step without its database ends with one line', async () => {
  const child = start(['migrate'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(1);
  expect(output).toMatch(/^The database cannot be used .*\n$/);
});
