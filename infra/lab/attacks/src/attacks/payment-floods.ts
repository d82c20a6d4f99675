import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { type Attack, type Check, noneFailed, type Outcome, type Scene } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients } from '../clients.ts';
import type { Seen } from '../measure/observe.ts';
import { quantiles } from '../measure/quantiles.ts';
import { timeRemoval } from '../measure/removals.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { describeStatuses, milliseconds, number, seconds } from '../words.ts';
import { onlyOf } from './junk-claims.ts';

const REMOVAL_S = 3;
const TIMES_IDLE = 2;
const CONNECTIONS = 50;
const A_MINUTE = 4_000;
/** Of previews: as fast as the limits of the addresses allow. */
const PER_SECOND = 40;
const kinds = ['list', 'search', 'case', 'feed'] as const;

const BOUND = `list, search, case and feed p90 ≤ ${TIMES_IDLE} × idle; every removal within ${REMOVAL_S} s`;

export const previewsOfOne24: Attack = {
  name: 'previews-one-24',
  title: 'previews of random signatures that wait, from one IPv4 /24',
  bound: BOUND,
  run: (scene) => sendPreviews(scene, ipv4Neighbours(scene.scale.waiting)),
};

export const previewsOfOne48: Attack = {
  name: 'previews-one-48',
  title: 'the same from one IPv6 /48',
  bound: BOUND,
  run: (scene) => sendPreviews(scene, ipv6Clients(scene.scale.waiting, 'many /56')),
};

export const burnRequests: Attack = {
  name: 'burn-requests',
  title: 'burn requests of random accounts, from one IPv4 /24',
  bound: BOUND,
  async run(scene) {
    const paths = (await reportIds(scene)).map((id) => `/api/scammer-reports/${id}/burn-request`);
    const from = ipv4Neighbours(scene.scale.burnRequests);
    const requests = from.map((address, at): Sent => {
      const body = JSON.stringify({ account: bs58.encode(randomBytes(32)) });
      return { method: 'POST', path: paths[at % paths.length] ?? '', from: address, body };
    });
    return flood(scene, {
      requests,
      connections: CONNECTIONS,
      perSecond: A_MINUTE / 60,
      refusals: [422, 429, 503],
    });
  },
};

async function sendPreviews(scene: Scene, from: readonly string[]): Promise<Outcome> {
  const ids = await reportIds(scene);
  const requests = from.map((address, at): Sent => {
    const body = JSON.stringify({ txHash: bs58.encode(randomBytes(64)), reportId: ids[at % ids.length] });
    return { method: 'POST', path: '/api/verify-burn', from: address, body };
  });
  return flood(scene, {
    requests,
    connections: requests.length,
    perSecond: PER_SECOND,
    refusals: [200, 202, 429],
  });
}

/** Sends the requests beside honest visitors and genuine removals. */
async function flood(
  scene: Scene,
  {
    requests,
    connections,
    perSecond,
    refusals,
  }: { requests: Sent[]; connections: number; perSecond: number; refusals: number[] },
): Promise<Outcome> {
  const { product, sender, scale, observe, idle } = scene;
  const { url } = product.stack;
  const idleRemoval = await timeRemoval(product, scale.withinMs);
  const { value, seen } = await observe(async () => {
    const began = performance.now();
    const sent = { over: false };
    const sending = sender
      .flood({ url, requests, connections, perSecond, withinMs: scale.waitingMs })
      .finally(() => {
        sent.over = true;
      });
    const removals: number[] = [];
    while (!sent.over || removals.length < scale.removals)
      removals.push(await timeRemoval(product, scale.withinMs));
    return { answers: await sending, removals, tookMs: performance.now() - began };
  });
  const { answers, removals, tookMs } = value;
  const counts = countStatuses(answers);
  const answered = quantiles(answers.filter(({ status }) => status !== 0).map(({ ms }) => ms));
  const during = quantiles(removals);
  return {
    sent: `${number(requests.length)} calls within ${seconds(tookMs / 1_000)}: ${describeStatuses(counts)}; answered p50 ${milliseconds(answered.p50)}, p90 ${milliseconds(answered.p90)}`,
    saw: [
      ...kinds.map((kind) => `${kind} p90 ${milliseconds(idle[kind].p90)} → ${milliseconds(seen[kind].p90)}`),
      `removal ${seconds(idleRemoval)} → median ${seconds(during.p50)}, slowest ${seconds(during.max)} (${during.count})`,
    ],
    checks: [
      { what: 'each call is answered', holds: onlyOf(counts, refusals) },
      noneFailed(seen),
      ...kinds.map((kind) => fastEnough(kind, idle, seen)),
      { what: `every removal within ${REMOVAL_S} s`, holds: during.max <= REMOVAL_S, isTimed: true },
    ],
  };
}

const fastEnough = (kind: (typeof kinds)[number], idle: Seen, seen: Seen): Check => ({
  what: `${kind} p90 ≤ ${TIMES_IDLE} × idle`,
  holds: seen[kind].p90 <= TIMES_IDLE * idle[kind].p90,
  isTimed: true,
});

async function reportIds({ product: { db } }: Scene): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from reports.scammer_reports where username like 'seed\\_%' and not is_removed order by id`,
  );
  return rows.map(({ id }) => id);
}
