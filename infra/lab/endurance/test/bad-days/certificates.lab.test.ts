import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SeparateStack, startStack } from '@naughty-list/embedded/stack';
import {
  type Certificate,
  canMakeCertificates,
  makeCertificate,
} from '@naughty-list/embedded/test/certificate';
import { openPage } from '@naughty-list/embedded/test/page-loads';
import { type RedisServer, redisProgram, startRedisServer } from '@naughty-list/embedded/test/redis-server';
import { effectsOf, get, ONCE } from '@naughty-list/embedded/test/removal-flow';
import { lastingFolder } from '@naughty-list/embedded/test/temporary-folder';
import { webRoot } from '@naughty-list/embedded/test/web-root';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { metricsOf } from './metrics-of.ts';
import { openTcpProxy, type TcpProxy, type TcpProxyKind } from './tcp-proxy.ts';
import { callEverything, healthOf, prepareUsers, settings } from './users.ts';

const POLLING = { timeout: 240_000, interval: 200 };
const EXPIRED = 'its certificate is not accepted (CERT_HAS_EXPIRED)';

describe.runIf(canMakeCertificates)('a database and a Redis that are reached by TLS', () => {
  let stack: SeparateStack;
  let redis: RedisServer | undefined;
  let good: Certificate;
  let expired: Certificate;
  const proxies: TcpProxy[] = [];
  const output: string[] = [];
  const folders = [lastingFolder(), lastingFolder(), lastingFolder()] as const;
  const [folder, web, redisFolder] = folders;

  beforeAll(async () => {
    good = makeCertificate('20200101', '20990101');
    expired = makeCertificate('20200101', '20210101');
    if (redisProgram) redis = await startRedisServer({ folder: redisFolder.path });
    const authorities = join(web.path, 'authorities.pem');
    writeFileSync(authorities, good.cert + expired.cert);
    const env: Record<string, string> = {
      ...settings,
      WEB_ROOT: webRoot(web.path),
      NODE_EXTRA_CA_CERTS: authorities,
    };
    const place = { dataDir: folder.path, host: '127.0.0.1', port: 0 };
    stack = await startStack({
      separate: true,
      ...place,
      env,
      log: (line) => output.push(line),
    });
    env.DATABASE_URL = `${await behindTls(stack.databaseUrl, 'postgres-tls')}?sslmode=verify-full`;
    env.QUEUE_URL = redis ? await behindTls(redis.url.replace('redis:', 'rediss:'), 'tls') : env.DATABASE_URL;
    await Promise.all(Object.values(stack.services).map((service) => service.restart()));
  });
  afterAll(async () => {
    await stack?.stop();
    await redis?.kill();
    for (const proxy of proxies) proxy.close();
    for (const { remove } of folders) remove();
  });

  async function behindTls(address: string, kind: TcpProxyKind): Promise<string> {
    const proxy = await openTcpProxy(address, kind, good);
    proxies.push(proxy);
    const url = new URL(address);
    url.port = String(proxy.port);
    return url.href.replace(/(?<=:\d+)\/$/, '');
  }

  /** Like a renewal: the server presents the new certificate, and connections are re-established. */
  function show(certificate: Certificate): void {
    for (const proxy of proxies) {
      proxy.show(certificate);
      proxy.cut();
    }
  }
  const hits = async () => ((await get(stack, '/api/hit-counter')) as { hitCount: number }).hitCount;
  const logOf = (name: string) => readFileSync(join(stack.dataDir, 'logs', `${name}.log`), 'utf8');
  const untilAllIsWell = () =>
    expect
      .poll(async () => Object.values(await healthOf(stack)).every((state) => state === 'ok'), POLLING)
      .toBe(true);

  it('everything works by TLS; an expired certificate is a declared break that says why, and is over when it is renewed', async () => {
    onTestFinished(() => show(good));
    await untilAllIsWell();
    const users = await prepareUsers(stack);
    const all = await callEverything(stack, users);
    expect(Object.values(all).filter((status) => status >= 300)).toEqual([]);
    await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
    const next = await prepareUsers(stack);
    const hitsBefore = await hits();

    show(expired);
    await expect.poll(async () => (await callEverything(stack, next)).report, POLLING).toBe(503);
    expect(await callEverything(stack, next)).toMatchObject({
      ...{ page: 200, report: 503, niceReport: 503, look: 503, claim: 503, reference: 503 },
      ...{ login: 503, moderation: 503, edit: 503 },
    });
    expect(await healthOf(stack)).toMatchObject({ database: 'failed' });
    expect((await metricsOf(stack, 'database_refusals_total')).join()).toMatch(/reason="away"} [1-9]/);
    for (const name of ['gateway', 'reports', 'membership', 'analytics'])
      await expect.poll(() => logOf(name), POLLING).toContain(EXPIRED);
    await openPage(stack.url);

    // A service that starts now exits with a one-line reason, and is restarted until it succeeds.
    await stack.services.reports.kill('SIGKILL');
    await expect
      .poll(() => output.join('\n'), POLLING)
      .toMatch(
        /reports did not start .*The database cannot be used \(away\): its certificate is not accepted/,
      );

    show(good);
    await stack.services.reports.ready();
    await expect.poll(async () => (await callEverything(stack, next)).claim, POLLING).toBeLessThan(300);
    await expect.poll(() => effectsOf(stack, next.signature).catch(String), POLLING).toEqual(ONCE);
    await expect.poll(hits, POLLING).toBe(hitsBefore + 1);
    await untilAllIsWell();
  });
});
