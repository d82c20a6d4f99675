import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '@naughty-list/bench/stage/product';
import { type Attack, noneFailed } from '../attack.ts';
import { newClient } from '../clients.ts';
import { pageHeaders } from '../measure/visitors.ts';
import { countStatuses } from '../sender/requests.ts';
import { describeStatuses, number, seconds } from '../words.ts';
import { onlyOf } from './junk-claims.ts';

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
