import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Visit } from '@naughty-list/contracts/visits';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, NOWHERE, SECRET, SESSION_SECRET, Stage } from './gateway-under-test.ts';

type Gateway = ChildProcessByStdio<null, Readable, Readable>;

let stage: Stage;
let env: Record<string, string>;

beforeAll(async () => {
  stage = await Stage.build();
  env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATABASE_URL: stage.database.url,
    QUEUE_URL: stage.database.url,
    INTERNAL_SECRET: SECRET,
    SESSION_SECRET,
    REPORTS_URL: NOWHERE,
    MEMBERSHIP_URL: NOWHERE,
    ANALYTICS_URL: NOWHERE,
    CHAIN_VERIFIER_URL: NOWHERE,
    WEB_ROOT: stage.webRoot,
  };
});
afterAll(() => stage.clear());

function start(settings: Record<string, string>): Gateway {
  const main = join(import.meta.dirname, '../src/main.ts');
  const started = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  stage.onStop(async () => {
    if (started.exitCode === null && started.signalCode === null) started.kill('SIGKILL');
  });
  return started;
}

async function end(gateway: Gateway): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  gateway.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  gateway.stdout.resume();
  const [code] = await once(gateway, 'close');
  return { code, errors };
}

it('names every wrong setting in one line and stops', async () => {
  const { code, errors } = await end(start({ ...env, PORT: '', REPORTS_URL: 'ftp://x', X_WIDGETS: 'maybe' }));
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    'Configuration: PORT is missing; X_WIDGETS must be on or off; ' +
      'REPORTS_URL must be http://host:port or https://host, without a path',
  ]);
});

it('says in one line that its port is taken', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { code, errors } = await end(start({ ...env, PORT: String(port) }));
  holder.close();
  expect(code).toBe(1);
  expect(errors.trim()).toBe(`Port ${port} on 127.0.0.1 is taken`);
});

it('stops on SIGTERM without losing a visit', async () => {
  const gateway = start(env);
  let output = '';
  while (!output.includes('"listening"')) output += (await once(gateway.stdout, 'data'))[0];
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(output)?.[1]}`;
  const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/150.0' };
  for (const path of ['/', '/?b', '/?a']) expect((await call(url, path, { headers })).status).toBe(200);
  gateway.kill('SIGTERM');
  expect(await end(gateway)).toEqual({ code: 0, errors: '' });
  const db = new pg.Client({ connectionString: stage.database.url });
  await db.connect();
  const { rows } = await db.query('select data from bullmq.job');
  await db.end();
  const pages = rows.flatMap(({ data }) => data.visits.map(({ pageUrl }: Visit) => pageUrl));
  // Query strings are not stored.
  expect(pages).toEqual(['/', '/', '/']);
});
