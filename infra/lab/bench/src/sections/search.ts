import { insertReports, terms } from '@naughty-list/reports/bench/million-reports';
import { searchQuery } from '@naughty-list/reports/lists/repository';
import { naughtyList } from '@naughty-list/reports/reports/naughty-list';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { SERVICE_AUTH_HEADER, signCall } from '@naughty-list/service-kit/http/service-auth';
import { type LoadProcess, openLoadProcess } from '../load/load-process.ts';
import { describeLoad, type LoadResult, perSecond } from '../load/load-result.ts';
import { startSampledProduct } from '../profile/sampled-product.ts';
import type { Scene } from '../profile/scene.ts';
import type { Row } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Section, Settings } from '../settings.ts';
import { CLIENT_CORE, pin, SERVER_CORE } from '../stage/cores.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { latencyRow } from './latency-row.ts';
import { measureShards } from './shards.ts';

const searched = [
  ['selective (1 match)', terms.one],
  ['unselective (half of all)', terms.half],
  ['3 letters', 'rug'],
  ['1 letter', 's'],
] as const;

const CONNECTIONS = 4;
const FOUND_MAX = 100;

/** The service's own query. */
const { text: QUERY } = searchQuery(naughtyList);

/** Searches many reports; the database has one core, its client (the service, or a bare client) the other. */
export const search: Section = {
  name: 'search',
  async measure(settings) {
    const product = await startProduct();
    const load = openLoadProcess();
    try {
      await setUp(product, settings);
      const rows: Row[] = [];
      for (const [kind, term] of searched)
        rows.push(...(await measureTerm({ kind, term, product, load }, settings)));
      rows.push(await measureShards(product, settings));
      return { rows };
    } finally {
      load.close();
      await product.stop();
    }
  },
  async profile(settings, profiler) {
    const product = await startSampledProduct();
    const load = openLoadProcess();
    try {
      await setUp(product, settings);
      for (const [kind, term] of searched) {
        if (!profiler.wants(nameOf(settings, kind))) continue;
        await profiler.capture(product, sceneOf({ kind, term, product, load }, settings));
      }
    } finally {
      load.close();
      await product.stop();
    }
  },
};

async function setUp({ stack }: Product, { reports, log }: Settings): Promise<void> {
  log(`making ${reports.toLocaleString('en-US')} reports`);
  const db = openDatabase({ url: stack.databaseUrl, schema: 'reports' });
  await insertReports(db, reports);
  await db.destroy();
  pin(stack.postgres.pid, SERVER_CORE);
  pin(stack.services.reports.pid, CLIENT_CORE);
}

const nameOf = ({ reports }: Settings, kind: string) =>
  `search in ${reports.toLocaleString('en-US')} reports, ${kind}`;

type Searched = { kind: string; term: string; product: Product; load: LoadProcess };

async function measureTerm({ kind, term, product, load }: Searched, settings: Settings): Promise<Row[]> {
  const { rounds, durationMs } = settings;
  const amount = { connections: CONNECTIONS, durationMs };
  const measured = await inTurn(rounds, {
    reference: () => load.send({ ...queryOf(product, term), ...amount }),
    product: () => load.send({ ...callOf(product, term), ...amount }),
  });
  const { ratio, middle } = compare(measured, perSecond);
  return [
    {
      what: nameOf(settings, kind),
      reference: 'same query, prepared, bare `pg`',
      figures: { reference: describeLoad(middle.reference), product: describeLoad(middle.product) },
      ratio,
      target: { atLeast: 0.7 },
    },
    latencyRow(`p99 of that search under load, ${kind}`, measured),
  ];
}

function sceneOf({ kind, term, product, load }: Searched, settings: Settings): Scene {
  const amount = { connections: CONNECTIONS, durationMs: settings.durationMs };
  const done = ({ answers, seconds }: LoadResult) => ({ operations: answers, seconds });
  const { text, values, databaseUrl } = queryOf(product, term);
  return {
    what: nameOf(settings, kind),
    operation: 'search',
    services: ['reports'],
    elsewhere: ['reports'],
    others: [{ name: 'load generator', pid: load.pid, elsewhere: true }],
    ready: async () => async () => done(await load.send({ ...callOf(product, term), ...amount })),
    reference: {
      name: 'bare `pg`',
      operation: 'query',
      ready: async () => async () => done(await load.send({ databaseUrl, text, values, ...amount })),
    },
    query: { text, values },
  };
}

const queryOf = ({ stack }: Product, term: string) => ({
  databaseUrl: stack.databaseUrl,
  text: QUERY,
  values: [term, FOUND_MAX],
});

/** A call to the service, signed as the gateway does; valid for a minute. */
function callOf({ stack }: Product, term: string): { url: string; headers: Record<string, string> } {
  const { PORT: port, INTERNAL_SECRET: secret = '' } = stack.environmentOf('reports');
  const path = `/api/scammer-reports/search?q=${encodeURIComponent(term)}`;
  const signature = signCall({ secret, service: 'gateway', method: 'GET', path, now: new Date() });
  return { url: `http://127.0.0.1:${port}${path}`, headers: { [SERVICE_AUTH_HEADER]: signature } };
}
