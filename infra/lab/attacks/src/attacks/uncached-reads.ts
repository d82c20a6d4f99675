import { FeedSnapshot } from '@naughty-list/contracts/feeds';
import { type Attack, noneFailed, type Scene } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients } from '../clients.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { insertReports } from '../target.ts';
import { describeStatuses, milliseconds, number, seconds } from '../words.ts';

const CONNECTIONS = 100;
/** What ten clients may read within a minute; half of it from each network. */
const PER_SECOND = 100;
const ADDRESSES = 250;
/** Enough for pages beyond the first thousand. */
const LISTED = 15_000;
const compressed = { 'accept-encoding': 'br' };
const bound = 'list and page p90 ≤ 2 × idle';

export const deepPages: Attack = {
  name: 'deep-pages',
  title: '`GET /api/scammer-reports?limit=1000&offset=N`, each N once, from one /24 and one /48',
  bound,
  async prepare(product) {
    await insertReports(product, 'deep', LISTED);
    await product.db.query('vacuum analyze reports.scammer_reports, reports.feed_changes');
  },
  run: (scene) =>
    read(scene, (at) => `/api/scammer-reports?limit=1000&offset=${1 + (at % (LISTED - 1_000))}`),
};

export const variedDiffs: Attack = {
  name: 'varied-diffs',
  title: '`GET /feeds/diffs.json`, each `since` once, from one /24 and one /48',
  bound,
  async run(scene) {
    const snapshot = await fetch(`${scene.product.stack.url}/feeds/snapshot.json?include=all`);
    const [epoch] = FeedSnapshot.parse(await snapshot.json()).version.split('-');
    return read(scene, (at) => `/feeds/diffs.json?include=all&since=${epoch}-0-${at}`);
  },
};

export const manyCards: Attack = {
  name: 'many-cards',
  title: '`GET /case/NAME/card.png` of as many cases, with a varied query, from one /24 and one /48',
  bound,
  run: (scene) => read(scene, (at) => `/case/seed_${at % 1_000}/card.png?v=${at}`),
};

async function read({ product, sender, scale, observe, idle }: Scene, path: (at: number) => string) {
  const networks = [ipv4Neighbours(ADDRESSES), ipv6Clients(ADDRESSES, 'many /56')];
  const requests = Array.from({ length: scale.uncachedReads }, (_, at): Sent => {
    const from = networks[at % 2]?.[(at >> 1) % ADDRESSES] ?? '';
    return { path: path(at), from, headers: compressed };
  });
  const { value: answers, seen } = await observe(() =>
    sender.flood({
      url: product.stack.url,
      requests,
      connections: CONNECTIONS,
      withinMs: scale.withinMs,
      perSecond: PER_SECOND,
    }),
  );
  const counts = countStatuses(answers);
  return {
    sent: `${number(requests.length)} requests in ${seconds(seen.seconds)}: ${describeStatuses(counts)}`,
    saw: (['list', 'page'] as const).map(
      (kind) => `${kind} p90 ${milliseconds(idle[kind].p90)} → ${milliseconds(seen[kind].p90)}`,
    ),
    checks: [
      {
        what: 'each request is answered or refused',
        holds: Object.keys(counts).every((status) => ['200', '400', '429', '503'].includes(status)),
      },
      ...(['list', 'page'] as const).map((kind) => ({
        what: `${kind} p90 ≤ 2 × idle`,
        holds: seen[kind].p90 <= 2 * idle[kind].p90,
        isTimed: true as const,
      })),
      noneFailed(seen),
    ],
  };
}
