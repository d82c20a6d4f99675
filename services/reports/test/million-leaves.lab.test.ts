import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditDatabase } from '../src/publication/ledger/audit.ts';
import { ensureLog } from '../src/publication/ledger/begin-log.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { endUnreadableLog } from '../src/publication/ledger/log-key.ts';
import { insertReports } from './million-reports.ts';
import { type RunningService, startReports } from './running-service.ts';

/** `LEDGER_LEAVES=50000` for a first look. */
const LEAVES = Number(process.env.LEDGER_LEAVES ?? 1_000_000);
const AUDIT_MAX_S = 60;

let service: RunningService;
beforeAll(async () => {
  service = await startReports();
}, 60_000);
afterAll(() => service.stop());

it(`audits ${LEAVES} leaves within ${AUDIT_MAX_S} s, and finds the one edit among them`, async () => {
  const { db } = service.context;
  const timed = async <Done>(what: string, work: () => Promise<Done>): Promise<Done> => {
    const from = performance.now();
    const done = await work();
    console.log(`${what}: ${((performance.now() - from) / 1_000).toFixed(1)} s`);
    return done;
  };
  // One report of a thousand is hidden without a reason, which no log says.
  await timed('reports', () => insertReports(db, Math.ceil(LEAVES * 1.002)));
  await db('scammer_reports').where({ is_removed: true }).update({ held_at: new Date() });
  await timed('the feeds', () =>
    db.raw(
      `insert into feed_changes (report_id, version, changed_at, shows)
       select report_id, 1, now(), entry from feed_entries where entry is not null`,
    ),
  );
  // The rows came past the service: only a log that restates the tables has them.
  await endUnreadableLog(db);
  await timed('a new log', () => ensureLog(db, 'list.example/log'));
  await timed('the tree', async () => {
    while ((await growLedger(db)) > 0);
  });
  await db.raw('vacuum analyze ledger_records');
  const from = performance.now();
  const clean = await timed('audit', () => auditDatabase(db));
  const seconds = (performance.now() - from) / 1_000;
  expect(clean).toMatchObject({ count: 0, named: [] });
  expect(clean.leaves).toBeGreaterThanOrEqual(LEAVES);
  console.log(`${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  expect(seconds).toBeLessThan(AUDIT_MAX_S * (LEAVES / 1_000_000) + 5);
  await db('scammer_reports').where({ id: 7 }).update({ description: 'Stole nothing at all.' });
  expect((await auditDatabase(db)).named).toEqual([expect.stringContaining('report 7: the site and leaf')]);
}, 1_800_000);
