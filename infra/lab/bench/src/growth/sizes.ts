import { randomBytes } from 'node:crypto';
import { Config as AnalyticsConfig } from '@naughty-list/analytics/config';
import { analytics as analyticsService } from '@naughty-list/analytics/service';
import { insertReports } from '@naughty-list/reports/bench/million-reports';
import { ReportsConfig } from '@naughty-list/reports/config';
import { reports as reportsService } from '@naughty-list/reports/service';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { seedVisits } from './seed-visits.ts';

export const SECRET = randomBytes(24).toString('hex');

/** Both services on a separate database with this many reports and visits. */
export type Sized = {
  rows: number;
  reportsUrl: string;
  analyticsUrl: string;
  /** Bytes of the tables with their indexes, and of the rows alone. */
  bytes: { reports: Bytes; visits: Bytes };
  close(): Promise<void>;
};
export type Bytes = { total: number; rows: number };

export async function openSized(serverUrl: string, rows: number): Promise<Sized> {
  const server = openDatabase({ url: serverUrl, schema: 'public' });
  const name = `rows_${rows}`;
  await server.raw('create database ??', [name]);
  await server.destroy();
  const databaseUrl = new URL(`/${name}`, serverUrl).href;
  const env = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    QUEUE_URL: databaseUrl,
    INTERNAL_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    CHAIN_VERIFIER_URL: 'http://127.0.0.1:1',
  };
  const reports = await reportsService.open(readConfig(ReportsConfig, env));
  await insertReports(reports.db, rows);
  const analytics = await analyticsService.open(readConfig(AnalyticsConfig, env));
  await seedVisits(analytics.db, rows);
  const bytes = {
    reports: await measureBytes(reports.db, 'scammer_reports', ['scammer_reports']),
    visits: await measureBytes(analytics.db, 'site_visits', await partitionsOf(analytics.db)),
  };
  const reportsApp = await reportsService.buildApp(reports);
  const analyticsApp = await analyticsService.buildApp(analytics);
  const at = { host: '127.0.0.1', port: 0 };
  const [reportsUrl, analyticsUrl] = [await reportsApp.listen(at), await analyticsApp.listen(at)];
  return {
    rows,
    reportsUrl,
    analyticsUrl,
    bytes,
    close: async () => {
      await Promise.all([reportsApp.close(), analyticsApp.close()]);
      await Promise.all([reports.close(), analytics.close()]);
    },
  };
}

type Db = ReturnType<typeof openDatabase>;

async function partitionsOf(db: Db): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'site_visits'::regclass`,
  );
  return rows.map(({ name }) => name);
}

async function measureBytes(db: Db, table: string, parts: readonly string[]): Promise<Bytes> {
  let total = 0;
  for (const part of parts) {
    const { rows } = await db.raw('select pg_total_relation_size(?::regclass) as bytes', [part]);
    total += Number(rows[0].bytes);
  }
  const { rows } = await db.raw('select sum(pg_column_size(each.*)) as bytes from ?? each', [table]);
  return { total, rows: Number(rows[0].bytes) };
}
