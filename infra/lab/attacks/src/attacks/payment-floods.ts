import { randomBytes } from 'node:crypto';
import { quantiles } from '@naughty-list/bench/quantiles';
import bs58 from 'bs58';
import { type Attack, comparedToIdle, noneFailed, type Outcome, type Scene } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients } from '../clients.ts';
import { timeRemoval, timeRemovals } from '../measure/removals.ts';
import { countStatuses, type Flood, type Sent } from '../sender/requests.ts';
import { seedIds } from '../target.ts';
import { describeStatuses, milliseconds, number, seconds } from '../words.ts';
import { onlyOf } from './junk-claims.ts';

const REMOVAL_S = 3;
const CONNECTIONS = 50;
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
