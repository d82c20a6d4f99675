import { parseArgs } from 'node:util';
import { buildApp } from '@naughty-list/analytics/app';
import { Config } from '@naughty-list/analytics/config';
import { type Context, createContext } from '@naughty-list/analytics/context';
import { readConfig } from '@naughty-list/service-kit/config';
import { openDatabase } from '@naughty-list/service-kit/database';
import { withPostgres } from '../temporary-postgres.ts';
import { seedVisits } from './seed.ts';
import { type Times, timeAnswers } from './time-answers.ts';

/** `bench:visits [--few 10000] [--many 10000000] [--times 500]`: prints what answers cost with few and with many visits. */
const { values } = parseArgs({
  options: {
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '10000000' },
    times: { type: 'string', default: '500' },
  },
});

const secret = 'the-secret-of-the-tests-0123456789';
const answers = [
  ['total', '/api/admin/analytics/total'],
  ['hit counter', '/api/hit-counter'],
  ['daily, 30 days', '/api/admin/analytics/daily?days=30'],
  ['daily, 90 days', '/api/admin/analytics/daily?days=90'],
  ['weekly, 12 weeks', '/api/admin/analytics/weekly?weeks=12'],
  ['top pages, 30 days', '/api/admin/analytics/pages?days=30'],
  ['top referrers, 30 days', '/api/admin/analytics/referrers?days=30'],
] as const;

/** The service on a database of its own with so many visits. */
type Seeded = { visits: number; context: Context; url: string; close(): Promise<void> };

async function seed(serverUrl: string, name: string, visits: number): Promise<Seeded> {
  console.log(`making ${visits.toLocaleString('en-US')} visits`);
  const server = openDatabase({ url: serverUrl, schema: 'public' });
  await server.raw('create database ??', [name]);
  await server.destroy();
  const databaseUrl = new URL(`/${name}`, serverUrl).href;
  const env = { PORT: '0', DATABASE_URL: databaseUrl, QUEUE_URL: databaseUrl, INTERNAL_SECRET: secret };
  const context = await createContext(readConfig(Config, { ...env, LOG_LEVEL: 'silent' }));
  await seedVisits(context.db, visits);
  const app = buildApp(context);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { visits, context, url, close: () => app.close().then(context.close) };
}

const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
const figures = ({ median, p99 }: Times) => `${median.toFixed(1)} / ${p99.toFixed(1)}`;

await withPostgres(async (serverUrl, signal) => {
  const all = [
    await seed(serverUrl, 'few', Number(values.few)),
    await seed(serverUrl, 'many', Number(values.many)),
  ];
  row('median / p99, ms', ...all.map(({ visits }) => `${visits.toLocaleString('en-US')} visits`));
  row('---', ...all.map(() => '---'));
  const urls = all.map(({ url }) => url);
  for (const [name, path] of answers) {
    signal.throwIfAborted();
    const times = await timeAnswers(urls, path, { secret, times: Number(values.times) });
    row(name, ...times.map(figures));
  }
  const scans: string[] = [];
  for (const { context } of all) {
    const began = performance.now();
    await context.db('site_visits').count();
    scans.push((performance.now() - began).toFixed(0));
  }
  row('counting the visits instead', ...scans);
  for (const { close } of all) await close();
});
