import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '@naughty-list/bench/stage/product';
import { FeedSnapshot } from '@naughty-list/contracts/feeds';
import {
  type Attack,
  comparedToIdle,
  describeStatuses,
  noneFailed,
  number,
  type Outcome,
  type Scene,
  seconds,
} from '../attack.ts';
import { ipv4Neighbours, ipv6Clients, newClient, newClients } from '../clients.ts';
import { pageHeaders } from '../measure/visitors.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { insertReports } from '../target.ts';
import { onlyOf } from './payments.ts';

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

/** Stored of one client. */
const STORED_MAX = 120;
const CONNECTIONS = 50;
/** Visits are batched and queued before they are counted. */
const SETTLED_AFTER_MS = 2_000;

export const pageLoads: Attack = {
  name: 'page-loads',
  title: 'page loads of one address and browser',
  bound: `at most ${STORED_MAX} are stored, the public counter rises by 1`,
  async run({ product, flood, scale, observe }) {
    const from = newClient();
    const referer = `https://elsewhere.example/${'long'.repeat(200)}`;
    const requests = Array.from({ length: scale.pageLoads }, (_, at) => ({
      path: `/?from=${at}-${'x'.repeat(200)}`,
      from,
      headers: { ...pageHeaders, referer },
    }));
    // Ordinary visitors are always the same: they were counted while the site was idle.
    const before = await settled(() => readCounter(product));
    const { value, seen } = await observe(async () => {
      const began = performance.now();
      const answers = await flood({ requests, connections: CONNECTIONS, withinMs: scale.pageLoadsMs });
      const sentInMs = performance.now() - began;
      const stored = await settled(() => visitsFrom(product, from));
      const counted = (await readCounter(product)) - before;
      return { counts: countStatuses(answers), sentInMs, stored, counted };
    });
    const { counts, sentInMs, stored, counted } = value;
    return {
      sent: `${number(requests.length)} loads of \`/\` with a long query and referrer in ${seconds(sentInMs / 1_000)}: ${describeStatuses(counts)}`,
      saw: [`${number(stored)} stored`, `public counter +${counted}`],
      checks: [
        { what: 'each load is answered', holds: onlyOf(counts, [200, 429]) },
        { what: `at most ${STORED_MAX} visits are stored`, holds: stored > 0 && stored <= STORED_MAX },
        { what: 'the public counter rises by 1', holds: counted === 1 },
        noneFailed(seen),
      ],
    };
  },
};

async function readCounter({ db }: Product): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    "select sum(visits) as count from analytics.daily_visits where kind = 'visitor'",
  );
  return Number(rows[0]?.count ?? 0);
}

/** Addresses are stored truncated. */
async function visitsFrom({ db }: Product, address: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    'select count(*) from analytics.site_visits where ip_address = $1',
    [address.replace(/\d+$/, '0')],
  );
  return Number(rows[0]?.count);
}

/** The value once it has stopped changing. */
async function settled(read: () => Promise<number>): Promise<number> {
  for (let last = await read(); ; ) {
    await sleep(SETTLED_AFTER_MS);
    const now = await read();
    if (now === last) return now;
    last = now;
  }
}
