import { FeedSnapshot } from '@naughty-list/contracts/feeds';
import { type Attack, comparedToIdle, noneFailed, type Outcome, type Scene } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients, newClient, newClients } from '../clients.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { insertReports } from '../target.ts';
import { describeStatuses, number, seconds } from '../words.ts';
import { onlyOf } from './junk-claims.ts';

/** Pages, and the default of `RATE_LIMIT_READS_PER_MINUTE`. */
const PAGES_PER_MINUTE = 300;
const READS_PER_MINUTE = 600;
const MANY = 100;
/** Enough for pages beyond the first thousand. */
const LISTED = 15_000;
const compressed = { 'accept-encoding': 'br' };

const search = (at: number) => `/?search=made_up_${at}`;

export const searchFlood: Attack = {
  name: 'search-flood',
  title: '`GET /?search=<random>` with brotli, from one address',
  bound: `${PAGES_PER_MINUTE} a minute are answered, then 429`,
  run: (scene) => flood(scene, search, [newClient()], PAGES_PER_MINUTE),
};

export const searchFloodOfMany: Attack = {
  name: 'search-flood-many',
  title: `\`GET /?search=<random>\` with brotli, from ${MANY} addresses`,
  bound: `${number(MANY * PAGES_PER_MINUTE)} a minute are answered`,
  run: (scene) => flood(scene, search, newClients(MANY), MANY * PAGES_PER_MINUTE),
};

export const documentFlood: Attack = {
  name: 'document-flood',
  title: '`GET /api/docs/json` with brotli, from one address',
  bound: `${READS_PER_MINUTE} a minute are answered, then 429`,
  run: (scene) => flood(scene, () => '/api/docs/json', [newClient()], READS_PER_MINUTE),
};

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
    readUncached(scene, (at) => `/api/scammer-reports?limit=1000&offset=${1 + (at % (LISTED - 1_000))}`),
};

export const variedDiffs: Attack = {
  name: 'varied-diffs',
  title: '`GET /feeds/diffs.json`, each `since` once, from one /24 and one /48',
  bound,
  async run(scene) {
    const snapshot = await fetch(`${scene.product.stack.url}/feeds/snapshot.json?include=all`);
    const [epoch] = FeedSnapshot.parse(await snapshot.json()).version.split('-');
    return readUncached(scene, (at) => `/feeds/diffs.json?include=all&since=${epoch}-0-${at}`);
  },
};

export const manyCards: Attack = {
  name: 'many-cards',
  title: '`GET /case/NAME/card.png` of as many cases, with a varied query, from one /24 and one /48',
  bound,
  run: (scene) => readUncached(scene, (at) => `/case/seed_${at % 1_000}/card.png?v=${at}`),
};

async function flood(
  scene: Scene,
  path: (at: number) => string,
  clients: readonly string[],
  perMinute: number,
): Promise<Outcome> {
  const {
    counts,
    seconds: took,
    outcome,
  } = await read(scene, {
    path,
    clients,
    connections: 20,
    count: scene.scale.floodRequests,
    withinMs: scene.scale.floodMs,
    statuses: [0, 200, 429],
  });
  // The measurement may span one more window than its minutes.
  const most = perMinute * Math.ceil(took / 60 + 1);
  const answered = counts[200] ?? 0;
  const refused = { what: 'what is beyond the budget is refused', holds: answered > 0 && answered <= most };
  return { ...outcome, checks: [refused, ...outcome.checks] };
}

/** As much as ten clients may read within a minute; half of it from each network. */
async function readUncached(scene: Scene, path: (at: number) => string): Promise<Outcome> {
  const [ipv4, ipv6] = [ipv4Neighbours(250), ipv6Clients(250, 'many /56')];
  const { outcome, slower } = await read(scene, {
    path,
    clients: ipv4.flatMap((each, at) => [each, ipv6[at] ?? '']),
    connections: 100,
    count: scene.scale.uncachedReads,
    withinMs: scene.scale.withinMs,
    perSecond: 100,
    statuses: [200, 400, 429, 503],
  });
  return { ...outcome, checks: [...outcome.checks, ...slower] };
}

type Reads = {
  path: (at: number) => string;
  /** In turn. */
  clients: readonly string[];
  connections: number;
  count: number;
  withinMs: number;
  perSecond?: number;
  /** What they may be answered. */
  statuses: number[];
};

async function read(scene: Scene, { path, clients, count, statuses, ...limits }: Reads) {
  const requests = Array.from({ length: count }, (_, at): Sent => {
    return { path: path(at), from: clients[at % clients.length] ?? '', headers: compressed };
  });
  const { value: answers, seen } = await scene.observe(() => scene.flood({ requests, ...limits }));
  const counts = countStatuses(answers);
  const { saw, checks: slower } = comparedToIdle(['list', 'page'], scene, seen);
  const outcome: Outcome = {
    sent: `${number(requests.length)} requests in ${seconds(seen.seconds)}: ${describeStatuses(counts)}`,
    saw,
    checks: [{ what: 'nothing fails otherwise', holds: onlyOf(counts, statuses) }, noneFailed(seen)],
  };
  return { counts, seconds: seen.seconds, outcome, slower };
}
