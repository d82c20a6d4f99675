import type { SeparateStack } from '@naughty-list/embedded/stack';
import { lastingStack, noLimits } from '@naughty-list/embedded/test/lasting-stack';
import { eventsOf, membersBy, payMemo, Visitor } from '@naughty-list/embedded/test/membership-flow';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import { query } from '@naughty-list/embedded/test/query';
import { redisProgram } from '@naughty-list/embedded/test/redis-server';
import {
  burn,
  effectsOf,
  listedIds,
  ONCE,
  post,
  type Submitted,
  stageOf,
  submitReport,
} from '@naughty-list/embedded/test/removal-flow';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Balancer, type Copy, startBalancer, startCopy } from '../src/several.ts';

const POLLING = { timeout: 240_000, interval: 500 };
const HELD_MS = 3_600_000;
const ADMIN = { username: 'santa', password: 'correct horse battery' };
const BEHIND = ['reports', 'membership', 'analytics', 'chain-verifier'] as const;

describe.runIf(redisProgram)('three gateways and two of every other service, on one Redis', () => {
  let stack: SeparateStack;
  /** The stack, through the balancer in front of all gateways. */
  let site: SeparateStack;
  /** The second of each service behind the gateways, and the gateways. */
  const behind: Copy[] = [];
  const gateways: Copy[] = [];
  const balancers: Balancer[] = [];
  const { start, startRedis, end } = lastingStack();

  async function balance(targets: string[]): Promise<string> {
    const balancer = await startBalancer(targets);
    balancers.push(balancer);
    return balancer.url;
  }

  /** Starts a second process of each service behind the gateways; returns the addresses of each pair. */
  async function doubleServices(): Promise<Record<string, string>> {
    const urls: Record<string, string> = {};
    for (const service of BEHIND) {
      const copy = await startCopy(stack, service);
      behind.push(copy);
      const first = `http://127.0.0.1:${stack.environmentOf(service).PORT}`;
      urls[`${service.toUpperCase().replace('-', '_')}_URL`] = await balance([first, copy.url]);
    }
    return urls;
  }

  beforeAll(async () => {
    const redis = await startRedis();
    stack = await start({
      separate: true,
      env: {
        QUEUE_URL: redis.url,
        VERIFY_WAIT_MS: '5000',
        ...noLimits,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
      },
      chain: { env: { CHAIN_CONTROL: 'true' } },
    });
    const urls = await doubleServices();
    for (let n = 0; n < 3; n += 1) gateways.push(await startCopy(stack, 'gateway', urls));
    site = { ...stack, url: await balance(gateways.map(({ url }) => url)) };
  });
  afterAll(async () => {
    await Promise.all([...gateways, ...behind].map(({ stop }) => stop()));
    for (const balancer of balancers) balancer.close();
    await end();
  });

  const admin = (
    path: string,
    method: string,
    { cookie = '', body = {} }: { cookie?: string; body?: object },
  ) =>
    fetch(`${site.url}/api/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });

  it('know one session', async () => {
    const login = await admin('login', 'POST', { body: ADMIN });
    const cookie = login.headers
      .getSetCookie()
      .map((set) => set.split(';', 1)[0])
      .join('; ');
    const status = async () =>
      ((await (await admin('status', 'GET', { cookie })).json()) as { authenticated: boolean }).authenticated;
    for (let n = 0; n < 9; n += 1) expect(await status()).toBe(true);
    await admin('logout', 'POST', { cookie });
    for (let n = 0; n < 3; n += 1) expect(await status()).toBe(false);
  });

  it('count wrong passwords together', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const body = { username: ADMIN.username, password: `guess number ${n}` };
      answers.push((await admin('login', 'POST', { body })).status);
    }
    expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('20 removals, 5 memberships and 60 visits take effect once each, while a process of each kind is killed', async () => {
    const watched = 'select address from chain.watched_addresses';
    await expect
      .poll(() => query(stack.databaseUrl, watched).then(({ length }) => length), POLLING)
      .not.toBe(0);
    const paid: { report: Submitted; signature: string }[] = [];
    for (let n = 0; n < 20; n += 1) {
      const report = await submitReport(site);
      paid.push({ report, signature: await burn(site, report.uniqueBurnAddress) });
    }
    const joining: { visitor: Visitor; payment: string }[] = [];
    for (let n = 0; n < 5; n += 1) {
      const visitor = new Visitor(site);
      const { reference } = await visitor.terms();
      joining.push({ visitor, payment: await payMemo(site, reference) });
    }
    // Half are claimed, twice each; the others are never claimed.
    const claims = Promise.allSettled(
      paid.slice(0, 10).flatMap(({ report: { id }, signature: txHash }) => {
        const claim = () => post(site, `/api/scammer-reports/${id}/remove-by-burn`, { txHash });
        return [claim(), claim()];
      }),
    );
    for (let n = 0; n < 30; n += 1) await openPage(site.url);
    for (const copy of behind) await copy.kill();
    for (let n = 0; n < 30; n += 1) await openPage(site.url);
    // Interrupted calls may have any response; only the payments' outcome counts.
    await claims;
    for (const { signature } of paid)
      await expect.poll(() => effectsOf(stack, signature), POLLING).toEqual(ONCE);
    expect(await listedIds(site)).toEqual([]);
    for (const { visitor, payment } of joining) {
      const status = () => visitor.verify(payment).then((answer) => answer.status, String);
      await expect.poll(status, POLLING).toBe(200);
      expect(await membersBy(stack, payment)).toHaveLength(1);
    }
    await expect.poll(() => hitsOf(site).catch(String), POLLING).toBe(60);
  });

  it('report every stage of a claim, whichever of them is asked', async () => {
    const control = createControlClient(stack.rpcUrl);
    // Not final before the stream is followed: neither watcher nor claim may be done by then.
    await control.setDelays({ finalizeMs: HELD_MS });
    const report = await submitReport(site);
    const signature = await burn(site, report.uniqueBurnAddress);
    const taken: { verificationId?: string } = {};
    // The balancer may still hold a connection to a killed process.
    const claimed = async () => {
      const answer = await fetch(`${site.url}/api/verify-burn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ txHash: signature, reportId: report.id }),
      });
      Object.assign(taken, await answer.json().catch(() => ({})));
      return answer.status;
    };
    await expect.poll(claimed, POLLING).toBe(202);
    const id = String(taken.verificationId);
    await expect.poll(() => stageOf(site, id).catch(String), POLLING).toBe('confirmed');
    const followers = [1, 2, 3].map(() => eventsOf(site, id));
    await control.reset();
    for (const events of await Promise.all(followers)) {
      expect(events[0]?.stage).toBe('confirmed');
      expect(events.at(-1)).toMatchObject({ stage: 'done', outcome: 'accepted' });
    }
    await expect.poll(() => effectsOf(stack, signature), POLLING).toEqual(ONCE);
  });
});
