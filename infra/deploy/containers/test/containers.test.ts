import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@naughty-list/embedded/ports';
import { burnList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import { type LocalChain, startLocalChain } from '@naughty-list/local-chain/local-chain';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ComposeService, environmentOf, readCompose } from './compose.ts';
import { buildImage, healthCommand, imageEnvironment } from './image.ts';

const REMOVAL_COST = 1_000_000_000_000n;
const UNPRIVILEGED_USER = 65_534;
const waiting = { timeout: 120_000, interval: 200 };

const { services } = readCompose();
const product = Object.entries(services).filter(([, { image }]) => image.startsWith('naughty-list/'));
const names = [...new Set(product.map(([, { image }]) => imageName(image)))];
const ports = new Map<string, number>();
const images = new Map<string, string>();
const running = new Map<string, { process: ChildProcess; output: () => string }>();

let folder: string;
let spool: string;
let database: TestDatabase;
let queue: QueuePlace;
let chain: LocalChain;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'naughty-list-containers-'));
  chmodSync(folder, 0o755);
  spool = join(folder, 'spool');
  mkdirSync(spool);
  // The container's user owns the volume.
  chmodSync(spool, 0o777);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Test</title>\n');
  if (!queueKinds.includes('Redis'))
    console.log('No redis-server on the path: the containers use PostgreSQL for their jobs');
  [database, queue, chain] = await Promise.all([
    createTestDatabase(),
    createQueuePlace(queueKinds.includes('Redis') ? 'Redis' : 'PostgreSQL'),
    startLocalChain({ dataDir: folder, port: 0 }),
  ]);
  for (const name of names) {
    const home = join(folder, name);
    mkdirSync(home);
    images.set(name, buildImage(name, home));
  }
  for (const [name] of product) ports.set(name, await freePort());
}, 600_000);

afterAll(async () => {
  await Promise.all([...running.values()].map(({ process }) => stop(process, 'SIGKILL')));
  await chain?.close();
  await queue?.drop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

function imageName(image: string): string {
  return image.replace(/^naughty-list\/([a-z-]+):.*$/, '$1');
}

/** The environment that compose would give, with this machine's addresses in place of the containers'. */
function environment(name: string, service: ComposeService): Record<string, string> {
  const variables = {
    POSTGRES_PASSWORD: 'in the URL below',
    INTERNAL_SECRET: 'i'.repeat(32),
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_ORIGIN: `http://127.0.0.1:${ports.get('gateway')}`,
    SOLANA_RPC_URLS: chain.url,
    PUBLIC_SOLANA_RPC_URL: chain.url,
    SOLANA_CLUSTER: 'localnet',
    LIST_MINT_ADDRESS: chain.mint,
    BURN_WALLET_ADDRESS: chain.burnWallet,
    TELEGRAM_INVITE_LINK: 'https://t.me/example',
    ADMIN_USERNAME: 'santa',
    ADMIN_PASSWORD: 'ho ho ho and a bottle',
  };
  const given = environmentOf(service, variables);
  const moved = Object.entries(given).map(([key, value]): [string, string] => {
    if (key === 'DATABASE_URL') return [key, database.url];
    if (key === 'QUEUE_URL') return [key, queue.url];
    return [
      key,
      value.replace(/^http:\/\/([a-z-]+):8080$/, (_, host) => `http://127.0.0.1:${ports.get(host)}`),
    ];
  });
  return {
    ...imageEnvironment(),
    ...(imageName(service.image) === 'gateway' ? { WEB_ROOT: folder, VISIT_SPOOL_DIR: spool } : {}),
    ...Object.fromEntries(moved),
    PORT: String(ports.get(name)),
    ...('METRICS_PORT' in given ? { METRICS_PORT: '0' } : {}),
  };
}

function start(name: string): { process: ChildProcess; output: () => string } {
  const service = services[name];
  if (!service) throw new Error(`docker-compose.yml has no ${name}`);
  const image = imageName(service.image);
  const [, ...args] = service.command ?? ['node', 'src/main.ts'];
  const started = spawn(process.execPath, args, {
    cwd: join(images.get(image) ?? '', 'services', image),
    env: environment(name, service),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid: UNPRIVILEGED_USER, gid: UNPRIVILEGED_USER } : {}),
  });
  let output = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (data) => (output += data));
  const entry = { process: started, output: () => output };
  running.set(name, entry);
  return entry;
}

async function ended({ process: child }: { process: ChildProcess }): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return ended({ process: child });
}

const isReady = (name: string) =>
  fetch(`http://127.0.0.1:${ports.get(name)}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const url = (path: string) => `http://127.0.0.1:${ports.get('gateway')}${path}`;

async function post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('a service that starts before its migration says so and ends', async () => {
  const early = start('reports');
  expect(await ended(early)).toBe(1);
  expect(early.output()).toMatch(/^The schema reports lacks .*: run the migration step/m);
});

test('the migrations run to their end, and again change nothing', async () => {
  for (const [name, { command }] of product) {
    if (command?.[2] !== 'migrate') continue;
    for (const _ of ['first', 'again']) {
      const step = start(name);
      expect(await ended(step), step.output()).toBe(0);
    }
  }
});

test('all processes of the product become ready, as somebody who owns none of their files', async () => {
  const lasting = product.filter(([, { command }]) => command?.[2] !== 'migrate').map(([name]) => name);
  for (const name of lasting) start(name);
  for (const name of lasting) {
    const output = () => running.get(name)?.output();
    await vi.waitFor(async () => expect(await isReady(name), `${name}: ${output()}`).toBe(true), waiting);
    const [, ...args] = healthCommand();
    const env = { PORT: String(ports.get(name)) };
    expect(spawnSync(process.execPath, args, { env }).status, name).toBe(0);
  }
});

test('the main road leads through them: report, burn, removed', async () => {
  const report = await post('/api/scammer-reports', {
    twitterUrl: 'https://x.com/rugger_1/status/1',
    username: 'rugger_1',
    description: 'Sold us a sleigh that was never built.',
    scamCategory: 'other',
  });
  expect(report.status).toBe(201);
  const txHash = await burnList({
    rpcUrl: chain.url,
    payer: readKeypair(join(chain.folder, 'rich-holder.json')),
    mint: chain.mint,
    amount: REMOVAL_COST,
    memo: String(report.body.uniqueBurnAddress),
  });
  await vi.waitFor(async () => {
    const removal = await post(`/api/scammer-reports/${report.body.id}/remove-by-burn`, { txHash });
    expect(removal).toEqual({ status: 200, body: { success: true } });
  }, waiting);
  expect(await (await fetch(url('/api/scammer-reports'))).json()).toEqual([]);
  const login = await post('/api/admin/login', { username: 'santa', password: 'ho ho ho and a bottle' });
  expect(login.status).toBe(200);
});

test('a stop ends every process cleanly', async () => {
  for (const [name, entry] of running) {
    if (entry.process.exitCode !== null) continue;
    expect(await stop(entry.process, 'SIGTERM'), `${name}: ${entry.output().slice(-2_000)}`).toBe(0);
  }
});
