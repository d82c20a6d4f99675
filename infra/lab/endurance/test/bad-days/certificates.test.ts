import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, canMakeCertificates, makeCertificate } from '@naughty-list/embedded/certificate';
import { type RedisServer, redisProgram, startRedisServer } from '@naughty-list/embedded/redis-server';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import { openPage } from '@naughty-list/embedded/test/page-loads';
import { effectsOf, get, ONCE } from '@naughty-list/embedded/test/removal-road';
import { lastingFolder } from '@naughty-list/embedded/test/temporary-folder';
import { webRoot } from '@naughty-list/embedded/test/web-root';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Door, type DoorKind, openDoor } from './door.ts';
import { callEverything, healthOf, meetEverybody, settings } from './everybody.ts';
import { metricsOf } from './metrics-of.ts';

const PATIENCE = { timeout: 240_000, interval: 200 };
const EXPIRED = 'its certificate is not accepted (CERT_HAS_EXPIRED)';

describe.runIf(canMakeCertificates)('a database and a Redis that are reached by TLS', () => {
  let stack: Stack;
  let redis: RedisServer | undefined;
  let good: Certificate;
  let expired: Certificate;
  const doors: Door[] = [];
  const told: string[] = [];
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
      ADMIN_SESSION_IDLE_MINUTES: '600',
    };
    const place = { dataDir: folder.path, host: '127.0.0.1', port: 0 };
    stack = await startStack({ ...place, env, log: (line) => told.push(line) });
    env.DATABASE_URL = `${await behindTls(stack.databaseUrl, 'postgres-tls')}?sslmode=verify-full`;
    env.QUEUE_URL = redis ? await behindTls(redis.url.replace('redis:', 'rediss:'), 'tls') : env.DATABASE_URL;
    await Promise.all(Object.values(stack.services).map((service) => service.restart()));
  });
  afterAll(async () => {
    await stack?.stop();
    await redis?.kill();
    for (const door of doors) door.close();
    for (const { remove } of folders) remove();
  });

  async function behindTls(address: string, kind: DoorKind): Promise<string> {
    const door = await openDoor(address, kind, good);
    doors.push(door);
    const url = new URL(address);
    url.port = String(door.port);
    return url.href.replace(/(?<=:\d+)\/$/, '');
  }

  /** Like a renewal: the server presents the new certificate, and connections are re-established. */
  function show(certificate: Certificate): void {
    for (const door of doors) {
      door.show(certificate);
      door.cut();
    }
  }
  const hits = async () => ((await get(stack, '/api/hit-counter')) as { hitCount: number }).hitCount;
  const logOf = (name: string) => readFileSync(join(stack.dataDir, 'logs', `${name}.log`), 'utf8');
  const untilAllIsWell = () =>
    expect
      .poll(async () => Object.values(await healthOf(stack)).every((state) => state === 'ok'), PATIENCE)
      .toBe(true);

  it('everything works by TLS; an expired certificate is a declared break that says why, and is over when it is renewed', async () => {
    onTestFinished(() => show(good));
    await untilAllIsWell();
    const everybody = await meetEverybody(stack);
    const all = await callEverything(stack, everybody);
    expect(Object.values(all).filter((status) => status >= 300)).toEqual([]);
    await expect.poll(() => effectsOf(stack, everybody.signature).catch(String), PATIENCE).toEqual(ONCE);
    const next = await meetEverybody(stack);
    const hitsBefore = await hits();

    show(expired);
    await expect.poll(async () => (await callEverything(stack, next)).report, PATIENCE).toBe(503);
    expect(await callEverything(stack, next)).toMatchObject({
      ...{ page: 200, report: 503, praise: 503, look: 503, claim: 503, reference: 503 },
      ...{ login: 503, moderation: 503, edit: 503 },
    });
    expect(await healthOf(stack)).toMatchObject({ database: 'failed' });
    expect((await metricsOf(stack, 'database_refusals_total')).join()).toContain('reason="away"');
    for (const name of ['gateway', 'reports', 'membership', 'analytics'])
      await expect.poll(() => logOf(name), PATIENCE).toContain(EXPIRED);
    await openPage(stack.url);

    // A service that starts now exits with a one-line reason, and is restarted until it succeeds.
    await stack.services.reports.kill('SIGKILL');
    await expect
      .poll(() => told.join('\n'), PATIENCE)
      .toMatch(
        /reports did not start .*The database cannot be used \(away\): its certificate is not accepted/,
      );

    show(good);
    await stack.services.reports.ready();
    await expect.poll(async () => (await callEverything(stack, next)).claim, PATIENCE).toBeLessThan(300);
    await expect.poll(() => effectsOf(stack, next.signature).catch(String), PATIENCE).toEqual(ONCE);
    await expect.poll(hits, PATIENCE).toBe(hitsBefore + 1);
    await untilAllIsWell();
  });
});
