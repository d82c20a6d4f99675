import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import {
  type Certificate,
  canMakeCertificates,
  makeCertificate,
} from '@naughty-list/embedded/test/certificate';
import { lastingStack } from '@naughty-list/embedded/test/lasting-stack';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import { redisProgram } from '@naughty-list/embedded/test/redis-server';
import { effectsOf, ONCE } from '@naughty-list/embedded/test/removal-flow';
import { lastingFolder } from '@naughty-list/embedded/test/temporary-folder';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { metricsOf } from './metrics-of.ts';
import { openTcpProxy, type TcpProxy, type TcpProxyKind } from './tcp-proxy.ts';
import { callEverything, healthOf, POLLING, prepareUsers, settings, untilAllIsWell } from './users.ts';

const EXPIRED = 'its certificate is not accepted (CERT_HAS_EXPIRED)';

describe.runIf(canMakeCertificates)('a database and a Redis that are reached by TLS', () => {
  let stack: SeparateStack;
  let good: Certificate;
  let expired: Certificate;
  const proxies: TcpProxy[] = [];
  const output: string[] = [];
  const { start, startRedis, end } = lastingStack();
  const folder = lastingFolder();

  beforeAll(async () => {
    good = makeCertificate('20200101', '20990101');
    expired = makeCertificate('20200101', '20210101');
    const redis = redisProgram ? await startRedis() : undefined;
    const authorities = join(folder.path, 'authorities.pem');
    writeFileSync(authorities, good.cert + expired.cert);
    const env: Record<string, string> = { ...settings, NODE_EXTRA_CA_CERTS: authorities };
    stack = await start({ separate: true, env, log: (line) => output.push(line) });
    env.DATABASE_URL = `${await behindTls(stack.databaseUrl, 'postgres-tls')}?sslmode=verify-full`;
    env.QUEUE_URL = redis ? await behindTls(redis.url.replace('redis:', 'rediss:'), 'tls') : env.DATABASE_URL;
    await Promise.all(Object.values(stack.services).map((service) => service.restart()));
  });
  afterAll(async () => {
    await end();
    for (const proxy of proxies) proxy.close();
    folder.remove();
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
  const logOf = (name: string) => readFileSync(join(stack.dataDir, 'logs', `${name}.log`), 'utf8');

  it('everything works by TLS; an expired certificate is a declared break that says why, and is over when it is renewed', async () => {
    onTestFinished(() => show(good));
    await untilAllIsWell(stack);
    const users = await prepareUsers(stack);
    const all = await callEverything(stack, users);
    expect(Object.values(all).filter((status) => status >= 300)).toEqual([]);
    await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
    const next = await prepareUsers(stack);
    const hitsBefore = await hitsOf(stack);

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
    await expect.poll(() => hitsOf(stack), POLLING).toBe(hitsBefore + 1);
    await untilAllIsWell(stack);
  });
});
