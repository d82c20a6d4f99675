import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '@naughty-list/doctor/check';
import { examine } from '@naughty-list/doctor/examine';
import type { Environment } from '@naughty-list/doctor/settings';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import { Config as GatewayConfig } from '@naughty-list/gateway/config';
import { gateway } from '@naughty-list/gateway/service';
import { type LocalChain, startLocalChain } from '@naughty-list/local-chain/local-chain';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { buildPrivateApp } from '@naughty-list/service-kit/http/http';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { hasRedis } from '@naughty-list/test-kit/queue-place';
import { startRedis } from '@naughty-list/test-kit/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SECRET = 'a-secret-that-only-tests-know-of-0123456789';
/** An address without a listener. */
const NOWHERE = '127.0.0.1:1';
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));

let database: TestDatabase;
let chain: LocalChain;
let env: Environment;

beforeAll(async () => {
  [database, chain] = await Promise.all([
    createTestDatabase(),
    startLocalChain({ dataDir: folder, port: 0 }),
  ]);
  const addresses = JSON.parse(readFileSync(join(chain.folder, 'addresses.json'), 'utf8'));
  env = {
    PORT: '0',
    DATABASE_URL: database.url,
    QUEUE_URL: database.url,
    INTERNAL_SECRET: SECRET,
    CHAIN_VERIFIER_URL: `http://${NOWHERE}`,
    SOLANA_RPC_URLS: chain.url,
    PUBLIC_SOLANA_RPC_URL: chain.url,
    SOLANA_CLUSTER: 'localnet',
    LIST_MINT_ADDRESS: addresses.mint,
    BURN_WALLET_ADDRESS: addresses.burnWallet,
  };
  const db = openDatabase({ url: database.url, schema: 'reports' });
  await migrate(db, { schema: 'reports', directory: join(REPOSITORY, 'services/reports/migrations') });
  await db.destroy();
});
afterAll(async () => {
  await chain.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function diagnose(
  names: ServiceName[],
  changes: Environment = {},
): Promise<(name: string) => Result | undefined> {
  const environments = Object.fromEntries(names.map((name) => [name, { ...env, ...changes }]));
  const reported: Result[] = [];
  const results = await examine(
    { source: 'a test', environments },
    { names, report: (result) => reported.push(result) },
  );
  expect(reported).toEqual(results);
  return (name) => results.find((result) => result.name === name);
}

describe('the doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    const result = await diagnose(['reports']);
    for (const name of [
      'Node',
      'settings of reports',
      'database',
      'database extensions',
      'database access',
    ]) {
      expect([name, result(name)?.level]).toEqual([name, 'ok']);
    }
    for (const name of ['clock', 'migrations of reports', 'queue backend', 'queue reports']) {
      expect([name, result(name)?.level]).toEqual([name, 'ok']);
    }
  });

  it('reads the chain: its providers, the mint, the burn wallet', async () => {
    const result = await diagnose(['chain-verifier']);
    const { host } = new URL(chain.url);
    expect(result(`RPC ${host}`)).toMatchObject({
      level: 'ok',
      found: expect.stringContaining('localnet, slot'),
    });
    expect(result('RPC quorum')).toMatchObject({
      level: 'ok',
      found: expect.stringMatching(/^1 of 1 working, 1 must agree: one RPC provider alone decides/),
    });
    expect(result('LIST mint')).toMatchObject({ level: 'ok', found: expect.stringContaining('6 decimals') });
    expect(result('burn wallet')?.level).not.toBe('failure');
  });

  it('names a database that is down, without its password, and skips what rests on it', async () => {
    const url = `postgres://santa:very-secret@${NOWHERE}/x`;
    const result = await diagnose(['reports'], { DATABASE_URL: url, QUEUE_URL: url });
    expect(result('database')).toMatchObject({
      level: 'failure',
      found: expect.stringContaining('ECONNREFUSED'),
      advice: expect.stringContaining(`Start PostgreSQL at ${NOWHERE}`),
    });
    expect(result('migrations of reports')).toMatchObject({ level: 'skipped' });
    expect(result('queue reports')).toMatchObject({ level: 'skipped' });
  });

  it('names migrations that are not done', async () => {
    const result = await diagnose(['analytics']);
    expect(result('migrations of analytics')).toMatchObject({
      level: 'failure',
      found: expect.stringContaining('The schema analytics lacks 2026'),
      advice: expect.stringContaining('Start analytics once'),
    });
  });

  it('warns where no https address is set, which makes Solana Pay codes ask for a transfer', async () => {
    const upstreams = Object.fromEntries(
      ['REPORTS_URL', 'MEMBERSHIP_URL', 'ANALYTICS_URL'].map((name) => [name, `http://${NOWHERE}`]),
    );
    const gateway = { ...upstreams, SESSION_SECRET: SECRET, MARKET_DATA_URL: 'off' };
    const plain = await diagnose(['gateway'], { ...gateway, PUBLIC_ORIGIN: 'http://example.com' });
    expect(plain('settings of gateway')).toMatchObject({
      level: 'warning',
      found: expect.stringContaining(
        'PUBLIC_ORIGIN is not https, so Solana Pay codes of removals ask for a transfer',
      ),
    });
    const secure = await diagnose(['gateway'], { ...gateway, PUBLIC_ORIGIN: 'https://example.com' });
    expect(secure('settings of gateway')).toMatchObject({ level: 'ok' });
  });

  it('names a proxy in front of the gateway that TRUST_PROXY does not', async () => {
    const upstreams = Object.fromEntries(
      ['REPORTS_URL', 'MEMBERSHIP_URL', 'ANALYTICS_URL'].map((name) => [name, `http://${NOWHERE}`]),
    );
    const settings = { ...upstreams, SESSION_SECRET: SECRET, LOG_LEVEL: 'silent', PORT: '1' };
    const context = await gateway.open(readConfig(GatewayConfig, { ...env, ...settings }));
    const app = await gateway.buildApp(context);
    const readHealth = () => gateway.readHealth(context);
    const server = buildPrivateApp({ ...context, readHealth });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const runs = { ...settings, METRICS_PORT: new URL(url).port };
    const advice = expect.stringContaining('TRUST_PROXY=1');
    expect((await diagnose(['gateway'], runs))('gateway runs')).not.toMatchObject({ advice });
    await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect((await diagnose(['gateway'], runs))('gateway runs')).toMatchObject({ level: 'warning', advice });
    await server.close();
    await app.close();
    await context.close();
  });

  it('names every setting that is wrong, and looks at the rest all the same', async () => {
    const result = await diagnose(['reports', 'chain-verifier'], { LOG_LEVEL: 'loud' });
    expect(result('settings of reports')).toMatchObject({
      level: 'failure',
      found: expect.stringMatching(/^Configuration: LOG_LEVEL /),
    });
    expect(result('database')).toBeUndefined();
    const missing = await diagnose(['chain-verifier'], { LIST_MINT_ADDRESS: undefined });
    expect(missing('settings of chain-verifier')).toMatchObject({
      found: 'Configuration: LIST_MINT_ADDRESS is missing',
    });
  });

  it('names a provider of another chain, one that is down, and a quorum that cannot be reached', async () => {
    const wrong = await diagnose(['chain-verifier'], { SOLANA_CLUSTER: 'mainnet-beta' });
    expect(wrong(`RPC ${new URL(chain.url).host}`)).toMatchObject({
      level: 'failure',
      found: expect.stringContaining('it serves localnet'),
    });
    expect(wrong('LIST mint')).toMatchObject({ level: 'skipped' });
    const urls = `${chain.url},http://${NOWHERE}/very-secret-key`;
    const down = await diagnose(['chain-verifier'], { SOLANA_RPC_URLS: urls, SOLANA_RPC_QUORUM: '2' });
    expect(down(`RPC ${NOWHERE}`)).toMatchObject({ level: 'failure' });
    expect(JSON.stringify(down(`RPC ${NOWHERE}`))).not.toContain('very-secret-key');
    expect(down('RPC quorum')).toMatchObject({
      level: 'failure',
      found: '1 of 2 working, 2 must agree',
    });
    expect(down('LIST mint')).toMatchObject({ level: 'ok' });
  });

  it('names an address that is no mint', async () => {
    const result = await diagnose(['chain-verifier'], { LIST_MINT_ADDRESS: env.BURN_WALLET_ADDRESS });
    expect(result('LIST mint')).toMatchObject({
      level: 'failure',
      found: expect.stringContaining('mint_unusable'),
    });
  });

  it('names what is missing of who runs the site', async () => {
    const contact = { CONTACT_EMAIL: 'santa@example.com' };
    expect((await diagnose(['gateway'], contact))('operator of the site')).toMatchObject({
      level: 'warning',
      found: expect.stringMatching(/^OPERATOR_NAME not set/),
    });
    const both = { ...contact, OPERATOR_NAME: 'North Pole Ltd' };
    expect((await diagnose(['gateway'], both))('operator of the site')).toMatchObject({ level: 'ok' });
  });

  it('names queues that are paused', async () => {
    const queues = openQueues({ url: database.url, log: createLog('test', 'silent') });
    const queue = await queues.open('reports');
    await queue.pause();
    const result = await diagnose(['reports']);
    expect(result('queue reports')).toMatchObject({
      level: 'failure',
      found: expect.stringContaining('paused'),
      advice: 'Resume it at /admin/queues.',
    });
    await queue.resume();
    await queues.close();
  });

  it('names jobs that fail again and again, which neither wait nor were given up', async () => {
    const queues = openQueues({ url: database.url, log: createLog('test', 'silent') });
    const queue = await queues.open('reports');
    const hourMs = 3_600_000;
    await queue.add('made-up', {}, { timestamp: Date.now() - hourMs, delay: 2 * hourMs });
    const result = await diagnose(['reports']);
    expect(result('queue reports')).toMatchObject({
      level: 'warning',
      found: '0 waiting, 1 to be tried again, 0 given up; the oldest for 60 minutes',
      advice: expect.stringContaining('docs/runbooks.md#jobsfailing'),
    });
    await queue.obliterate();
    await queues.close();
  });

  it.skipIf(!hasRedis)('names a Redis that would lose jobs', async () => {
    const forgetful = await startRedis({ settings: { 'maxmemory-policy': 'allkeys-lru' } });
    const result = await diagnose(['reports'], { QUEUE_URL: forgetful.url });
    expect(result('queue backend')).toMatchObject({
      level: 'failure',
      found: 'maxmemory-policy allkeys-lru',
      advice: expect.stringContaining('noeviction'),
    });
    await forgetful.drop();
    const gone = await diagnose(['reports'], { QUEUE_URL: forgetful.url });
    expect(gone('queue backend')).toMatchObject({ level: 'failure' });
    expect(gone('queue reports')).toMatchObject({ level: 'skipped' });
  });

  it('distinguishes a stopped service from a port that another program holds', async () => {
    const { server, port } = await holdPort();
    const taken = await diagnose(['reports'], { PORT: String(port) });
    expect(taken('reports runs')).toMatchObject({
      level: 'failure',
      found: expect.stringContaining('is taken by'),
    });
    await new Promise((closed) => server.close(closed));
    const down = await diagnose(['reports'], { PORT: String(port) });
    expect(down('reports runs')).toMatchObject({
      level: 'failure',
      found: `no response from 127.0.0.1:${port}`,
    });
  });

  it('exits with 0, 1 or 2, and reports each failure with advice', async () => {
    expect(await doctor([], { DATA_DIR: folder })).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm start'),
    });
    expect(await doctor(['toys'], {})).toMatchObject({ code: 2 });
    const { code, output } = await doctor(['reports', 'membership'], env);
    expect(code).toBe(1);
    expect(output).toMatch(/^ok {7}database {20}/m);
    expect(output).toMatch(/^FAILURE {2}settings of membership.*\n {9}→ /m);
  });
});

/** A listener that accepts connections and never responds. */
async function holdPort(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

function doctor(args: string[], settings: Environment): Promise<{ code: number; output: string }> {
  const file = join(REPOSITORY, 'infra/dev/doctor/src/main.ts');
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return new Promise((done) => {
    execFile(
      process.execPath,
      [file, ...args],
      { env: given as NodeJS.ProcessEnv },
      (error, stdout, stderr) => {
        done({ code: Number(error?.code ?? 0), output: stdout + stderr });
      },
    );
  });
}
