import { Config } from '@naughty-list/analytics/config';
import { analytics } from '@naughty-list/analytics/service';
import { recordVisits } from '@naughty-list/analytics/visits/record';
import type { Visit, VisitBatch } from '@naughty-list/contracts/visits';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import {
  ADMIN_HEADER,
  ADMIN_ROLE_HEADER,
  SERVICE_AUTH_HEADER,
  signCall,
} from '@naughty-list/service-kit/http/service-auth';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { createTestDatabase } from '@naughty-list/test-kit/database';

const secret = 'the-secret-of-the-tests-0123456789';

/** The service on its own database, in a time zone far from UTC, with a clock that tests control. */
export async function startAnalytics() {
  const database = await createTestDatabase(analytics);
  await setTimeZone(database.url);
  let now = new Date('2026-12-24T18:00:00Z');
  const set = (time: string) => {
    now = new Date(time);
  };
  const clock = { now: () => now, set };
  const settings = {
    PORT: '0',
    DATABASE_URL: database.url,
    QUEUE_URL: database.url,
    INTERNAL_SECRET: secret,
  };
  const config = readConfig(Config, { ...settings, LOG_LEVEL: 'silent' });
  const context = await analytics.open(config, { clock });
  const app = await analytics.buildApp(context);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const recordBatch = (batch: VisitBatch) =>
    recordVisits(context.db, batch, { now, retentionDays: config.VISIT_RETENTION_DAYS });
  return {
    context,
    url,
    databaseUrl: database.url,
    clock,
    /** Records these visits as one batch, or a given batch, at the clock's time. */
    record: (...visits: Visit[]) => recordBatch(batchOf(...visits)),
    recordBatch,
    /** Calls an endpoint as the gateway does; as an admin by default. */
    async get(path: string, { admin = 'santa', caller = 'gateway' } = {}) {
      const signature = signCall({ secret, service: caller, method: 'GET', path, now });
      const headers = {
        [SERVICE_AUTH_HEADER]: signature,
        ...(admin && { [ADMIN_HEADER]: admin, [ADMIN_ROLE_HEADER]: 'admin' }),
      };
      const answer = await fetch(url + path, { headers });
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
    /** Deletes all visits. */
    async empty() {
      await context.db.raw('truncate site_visits, recorded_batches, daily_visits');
    },
    async stop() {
      await app.close();
      await context.close();
      await database.drop();
    },
  };
}

async function setTimeZone(url: string): Promise<void> {
  const db = openDatabase({ url, schema: 'public' });
  await db.raw(`alter database ?? set timezone to 'Pacific/Auckland'`, [new URL(url).pathname.slice(1)]);
  await db.destroy();
}

export const batchOf = (...visits: Visit[]): VisitBatch => ({ batchId: crypto.randomUUID(), visits });

export const visit = (pageUrl: string, changes: Partial<Visit> = {}): Visit => ({
  id: crypto.randomUUID(),
  at: '2026-12-23T23:59:59.500Z',
  pageUrl,
  referrer: null,
  userAgent: null,
  ipAddress: null,
  ...changes,
});
