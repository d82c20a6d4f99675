import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { lastingStack } from '@naughty-list/embedded/test/lasting-stack';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import { redisProgram } from '@naughty-list/embedded/test/redis-server';
import {
  burn,
  claim,
  effectsOf,
  ONCE,
  stageOf,
  submitReport,
} from '@naughty-list/embedded/test/removal-flow';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { metricsOf } from './metrics-of.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { callEverything, healthOf, POLLING, prepareUsers, settings, untilAllIsWell } from './users.ts';

/** Resolves every name to 127.0.0.1, or returns NXDOMAIN for some or all, or does not respond. */
type NameServer = {
  port: number;
  /** These names, or all, no longer exist. */
  forget(...names: string[]): void;
  forgetAll(): void;
  fallSilent(): void;
  /** Resolves every name again. */
  recover(): void;
  close(): void;
};

const HEADER_BYTES = 12;
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;
/** A pointer to the question's name, type A, class IN, TTL 0, four bytes of address. */
const HERE = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);

/** A name server (RFC 1035) on a free UDP port of 127.0.0.1. */
async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  let knows: (name: string) => boolean | undefined = () => true;
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query);
    const known = knows(name);
    if (known === undefined) return;
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(known ? ANSWERED : NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(known ? 1 : 0, 6);
    const question = query.subarray(HEADER_BYTES, end);
    socket.send(Buffer.concat([header, question, ...(known ? [HERE] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    forget: (...names) => {
      knows = (name) => !names.includes(name);
    },
    forgetAll: () => {
      knows = () => false;
    },
    fallSilent: () => {
      knows = () => undefined;
    },
    recover: () => {
      knows = () => true;
    },
    close: () => socket.close(),
  };
}

/** The queried name, and the end of the question with type and class. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

const HELD_MS = 24 * 3_600_000;
const resolveNames = new URL('./resolve-names.ts', import.meta.url).href;

let stack: SeparateStack;
let names: NameServer;
const proxies: TcpProxy[] = [];
const { start, startRedis, end } = lastingStack();

// Services find all their dependencies by name, as with docker-compose.yml or Kubernetes.
beforeAll(async () => {
  names = await startNameServer();
  const redis = redisProgram ? await startRedis() : undefined;
  const env: Record<string, string> = {
    ...settings,
    NODE_OPTIONS: `--import=${resolveNames}`,
    NAME_SERVER_PORT: String(names.port),
  };
  stack = await start({ separate: true, env, chain: { env: { CHAIN_CONTROL: 'true' } } });
  env.DATABASE_URL = await named('database', stack.databaseUrl);
  env.QUEUE_URL = redis ? await named('queue', redis.url) : env.DATABASE_URL;
  env.SOLANA_RPC_URLS = await named('rpc', stack.rpcUrl);
  const gateway = stack.environmentOf('gateway');
  for (const name of ['reports', 'membership', 'analytics', 'chain-verifier'] as const) {
    const setting = `${name.toUpperCase().replace('-', '_')}_URL`;
    env[setting] = await named(name, String(gateway[setting]));
  }
  await Promise.all(Object.values(stack.services).map((service) => service.restart()));
});
afterAll(async () => {
  await end();
  for (const proxy of proxies) proxy.close();
  names?.close();
});

/** The same address by name, through its own proxy. */
async function named(name: string, address: string): Promise<string> {
  const proxy = await openTcpProxy(address);
  proxies.push(proxy);
  const url = new URL(address);
  url.hostname = `${name}.naughty-list.test`;
  url.port = String(proxy.port);
  return url.href.replace(/(?<=:\d+)\/$/, '');
}

/** New connections then need a new lookup. */
const cutAll = () => {
  for (const proxy of proxies) proxy.cut();
};
const logOf = (name: string) => readFileSync(join(stack.dataDir, 'logs', `${name}.log`), 'utf8');

it('the RPC’s name is gone, and comes back: nothing is decided meanwhile, and the payment is accepted', async () => {
  onTestFinished(names.recover);
  const report = await submitReport(stack);
  const signature = await burn(stack, report.uniqueBurnAddress);
  names.forget('rpc.naughty-list.test');
  cutAll();
  const id = await claim(stack, report, signature);
  await expect
    .poll(() => logOf('chain-verifier'), POLLING)
    .toContain('its name cannot be resolved (ENOTFOUND)');
  expect(await stageOf(stack, id)).toBe('received');
  names.recover();
  await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
});

it('every name is gone while the product runs, then the name server says nothing: a declared break, nothing is lost, and all goes on by itself', async () => {
  onTestFinished(names.recover);
  const control = createControlClient(stack.rpcUrl);
  const users = await prepareUsers(stack);
  const report = await submitReport(stack);
  const signature = await burn(stack, report.uniqueBurnAddress);
  await control.setDelays({ signature, findMs: HELD_MS, confirmMs: HELD_MS, finalizeMs: HELD_MS });
  await claim(stack, report, signature);
  const hitsBefore = await hitsOf(stack);

  names.forget('database.naughty-list.test', 'queue.naughty-list.test');
  cutAll();
  await expect.poll(async () => (await callEverything(stack, users)).report, POLLING).toBe(503);
  expect(await callEverything(stack, users)).toMatchObject({
    ...{ page: 200, report: 503, niceReport: 503, look: 503, claim: 503, reference: 503 },
    ...{ login: 503, moderation: 503, edit: 503 },
  });
  await expect.poll(() => healthOf(stack), POLLING).toMatchObject({ database: 'failed' });
  expect((await metricsOf(stack, 'database_refusals_total')).join()).toMatch(/reason="away"} [1-9]/);
  for (const name of ['gateway', 'reports', 'membership', 'analytics'])
    await expect.poll(() => logOf(name), POLLING).toContain('its name cannot be resolved (ENOTFOUND)');
  await openPage(stack.url);

  names.forgetAll();
  cutAll();
  expect(await callEverything(stack, users)).toMatchObject({ page: 200, report: 503, claim: 503 });
  names.fallSilent();
  cutAll();
  expect(await callEverything(stack, users)).toMatchObject({ page: 200, report: 503, claim: 503 });
  for (const { pid } of Object.values(stack.services)) expect(pid).toBeDefined();

  names.recover();
  await control.reset();
  await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
  await expect.poll(() => hitsOf(stack), POLLING).toBe(hitsBefore + 1);
  await expect.poll(async () => (await callEverything(stack, users)).claim, POLLING).toBeLessThan(300);
  await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
  await untilAllIsWell(stack);
});
