import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '@naughty-list/bench/report';
import type { Product } from '@naughty-list/bench/stage/product';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import bs58 from 'bs58';
import {
  type Attack,
  comparedToIdle,
  describeStatuses,
  milliseconds,
  noneFailed,
  number,
  type Outcome,
  type Scene,
  seconds,
} from '../attack.ts';
import { ipv4Neighbours, ipv6Clients, newClients } from '../clients.ts';
import { timeRemoval, timeRemovals } from '../measure/removals.ts';
import { countStatuses, type Flood, type Sent } from '../sender/requests.ts';
import { seedIds } from '../target.ts';

/** A client's limit per minute, and its limit of pending claims. */
const PER_CLIENT = 10;
const CONNECTIONS = 50;
const TIMES_IDLE = 3;

export const junkClaims: Attack = {
  name: 'junk-claims',
  title: 'claims of random signatures, beside genuine removals',
  bound: `every genuine removal within ${TIMES_IDLE} × the idle median`,
  async run(scene) {
    const { product, flood, scale, observe, log } = scene;
    const chain = createControlClient(product.stack.rpcUrl);
    const idle = quantiles(await timeRemovals(scene));
    const idlePerMs = await idleCallsPerMs(chain, scale.idleMs);
    const requests = await makeJunkClaims(product, scale.junkClaims);
    const callsBefore = await callsTo(chain);
    const began = performance.now();
    const { value, seen } = await observe(async () => {
      const sending = flood({ requests, connections: CONNECTIONS });
      const removals = await timeRemovals(scene, sending);
      return { counts: countStatuses(await sending), removals, pending: await pendingClaims(product) };
    });
    const { counts, removals, pending } = value;
    const during = quantiles(removals);
    const saw = [
      `removal ${seconds(idle.p50)} → median ${seconds(during.p50)}, slowest ${seconds(during.max)} (${during.count} removals, ${number(pending)} junk claims pending)`,
    ];
    if (scale.untilCleared) {
      log('waiting until the junk claims are refused');
      const clearedAfter = await untilCleared(product, scale.withinMs);
      const idleCalls = idlePerMs * (performance.now() - began);
      const calls = (await callsTo(chain)) - callsBefore - idleCalls;
      saw.push(
        `${(calls / requests.length).toFixed(1)} RPC calls a claim beyond those of an idle site`,
        `cleared ${seconds(clearedAfter)} later`,
      );
    }
    const outcome: Outcome = {
      sent: `${number(requests.length)} claims of ${number(Math.ceil(requests.length / PER_CLIENT))} clients: ${describeStatuses(counts)}`,
      saw,
      checks: [
        { what: 'junk claims are taken, or refused as too many', holds: onlyOf(counts, [202, 429]) },
        noneFailed(seen),
        {
          what: `every removal within ${TIMES_IDLE} × idle`,
          holds: during.max <= TIMES_IDLE * idle.p50,
          isTimed: true,
        },
      ],
    };
    return outcome;
  },
};

/** Claims of nonexistent transactions, for listed reports. */
export async function makeJunkClaims(product: Product, count: number): Promise<Sent[]> {
  const ids = await seedIds(product);
  const clients = newClients(Math.ceil(count / PER_CLIENT));
  return Array.from({ length: count }, (_, at) => ({
    method: 'POST',
    path: `/api/scammer-reports/${ids[at % ids.length]}/remove-by-burn`,
    from: clients[Math.floor(at / PER_CLIENT)] ?? '',
    headers: { prefer: 'respond-async' },
    body: JSON.stringify({ txHash: bs58.encode(randomBytes(64)) }),
  }));
}

export const onlyOf = (counts: Record<number, number>, statuses: number[]) =>
  Object.keys(counts).every((status) => statuses.includes(Number(status)));

/** Of the watcher, mostly. */
async function idleCallsPerMs(chain: ReturnType<typeof createControlClient>, ms: number): Promise<number> {
  const [before, began] = [await callsTo(chain), performance.now()];
  await sleep(ms);
  return ((await callsTo(chain)) - before) / (performance.now() - began);
}

async function callsTo(chain: ReturnType<typeof createControlClient>): Promise<number> {
  const { calls } = await chain.state();
  return Object.values(calls).reduce((sum, each) => sum + each, 0);
}

export async function pendingClaims({ db }: Product): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from reports.removal_claims where status = 'pending'`,
  );
  return Number(rows[0]?.count);
}

/** In seconds. */
async function untilCleared(product: Product, withinMs: number): Promise<number> {
  const began = performance.now();
  const over = AbortSignal.timeout(2 * withinMs);
  while ((await pendingClaims(product)) > 0) {
    over.throwIfAborted();
    await sleep(500);
  }
  return (performance.now() - began) / 1_000;
}

const REMOVAL_S = 3;
const A_MINUTE = 4_000;
/** Of previews: as fast as the limits of the addresses allow. */
const PER_SECOND = 40;
const kinds = ['list', 'search', 'case', 'feed'] as const;

const BOUND = `list, search, case and feed p90 ≤ 2 × idle; every removal within ${REMOVAL_S} s`;

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
    const paths = (await seedIds(scene.product)).map((id) => `/api/scammer-reports/${id}/burn-request`);
    const from = ipv4Neighbours(scene.scale.burnRequests);
    const requests = from.map((address, at): Sent => {
      const body = JSON.stringify({ account: bs58.encode(randomBytes(32)) });
      return { method: 'POST', path: paths[at % paths.length] ?? '', from: address, body };
    });
    return flood(scene, { requests, connections: CONNECTIONS, perSecond: A_MINUTE / 60 }, [422, 429, 503]);
  },
};

async function sendPreviews(scene: Scene, from: readonly string[]): Promise<Outcome> {
  const ids = await seedIds(scene.product);
  const requests = from.map((address, at): Sent => {
    const body = JSON.stringify({ txHash: bs58.encode(randomBytes(64)), reportId: ids[at % ids.length] });
    return { method: 'POST', path: '/api/verify-burn', from: address, body };
  });
  return flood(scene, { requests, connections: requests.length, perSecond: PER_SECOND }, [200, 202, 429]);
}

/** Sends the requests beside honest visitors and genuine removals; `statuses` are what they may be answered. */
async function flood(
  scene: Scene,
  order: Pick<Flood, 'requests' | 'connections' | 'perSecond'>,
  statuses: number[],
): Promise<Outcome> {
  const { scale, observe } = scene;
  const idleRemoval = await timeRemoval(scene);
  const { value, seen } = await observe(async () => {
    const sending = scene.flood({ ...order, withinMs: scale.waitingMs });
    const removals = await timeRemovals(scene, sending);
    return { answers: await sending, removals };
  });
  const { answers, removals } = value;
  const counts = countStatuses(answers);
  const answered = quantiles(answers.filter(({ status }) => status !== 0).map(({ ms }) => ms));
  const during = quantiles(removals);
  const compared = comparedToIdle(kinds, scene, seen);
  return {
    sent: `${number(order.requests.length)} calls within ${seconds(seen.seconds)}: ${describeStatuses(counts)}; answered p50 ${milliseconds(answered.p50)}, p90 ${milliseconds(answered.p90)}`,
    saw: [
      ...compared.saw,
      `removal ${seconds(idleRemoval)} → median ${seconds(during.p50)}, slowest ${seconds(during.max)} (${during.count})`,
    ],
    checks: [
      { what: 'each call is answered', holds: onlyOf(counts, statuses) },
      noneFailed(seen),
      ...compared.checks,
      { what: `every removal within ${REMOVAL_S} s`, holds: during.max <= REMOVAL_S, isTimed: true },
    ],
  };
}
