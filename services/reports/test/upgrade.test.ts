import { openDatabase } from '@naughty-list/service-kit/database/database';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { expect, it } from 'vitest';
import * as reports from '../migrations/202611200900-reports.ts';
import * as removalClaims from '../migrations/202611200910-removal-claims.ts';
import * as search from '../migrations/202611200920-search.ts';
import * as niceReports from '../migrations/202611210020-nice-reports.ts';
import * as auditLog from '../migrations/202611210240-audit-log.ts';
import * as reportTally from '../migrations/202611210250-report-tally.ts';
import * as adminListIndexes from '../migrations/202611210255-admin-list-indexes.ts';
import { deleteReports } from '../src/moderation/delete.ts';
import { moderatedReports } from '../src/reports/moderated-reports.ts';

it('a database with reports, claims and repeats is brought up to date, and nothing of them is lost', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, schema: 'reports' });
  await db.raw('create schema reports');
  for (const { up } of [reports, removalClaims, search, niceReports]) await up(db);
  await db.raw(`
    insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, is_removed)
    select 'https://x.com/v/status/1', 'v' || n, case when n % 3 = 0 then 'nft' else 'other' end, 'Was here before.',
      'R' || n, n % 2 = 0 from generate_series(1, 12) n;
    insert into removal_claims (id, report_id, signature, status, due_at)
    select 'claim' || n, n, 's', 'removed', now() from generate_series(2, 12, 2) n;
    insert into duplicate_reports (report_id, client_key, counted_on) values (1, 'client', now());`);
  for (const { up } of [auditLog, reportTally, adminListIndexes]) await up(db);
  // Rebuilds an index that a process left half built.
  await adminListIndexes.up(db);

  const counted = await db('report_tally').orderBy(['is_removed', 'scam_category']);
  expect(counted.map((row) => [row.is_removed, row.scam_category, Number(row.reports)])).toEqual([
    [false, 'nft', 2],
    [false, 'other', 4],
    [true, 'nft', 2],
    [true, 'other', 4],
  ]);
  const operation = { operationId: crypto.randomUUID(), who: 'claus' };
  expect(await deleteReports(db, moderatedReports, { ids: [1, 2], ...operation })).toEqual([1, 2]);
  expect(await db('removal_claims').where({ report_id: 2, status: 'removed' })).toHaveLength(1);
  expect(await db('duplicate_reports').where({ report_id: 1 })).toHaveLength(1);
  await db.destroy();
  await database.drop();
});
