import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import * as reports from '../migrations/202611200900-reports.ts';
import * as removalClaims from '../migrations/202611200910-removal-claims.ts';
import * as search from '../migrations/202611200920-search.ts';
import * as niceReports from '../migrations/202611210020-nice-reports.ts';
import * as auditLog from '../migrations/202611210240-audit-log.ts';
import * as reportTally from '../migrations/202611210250-report-tally.ts';
import * as adminListIndexes from '../migrations/202611210255-admin-list-indexes.ts';
import { restore } from '../src/audit-log/restore.ts';
import { deleteReports } from '../src/moderation/delete.ts';
import { applyVerdict } from '../src/removal/apply-verdict.ts';
import { moderatedReports } from '../src/reports/moderated-reports.ts';
import { accepted } from './verdicts.ts';

const folder = join(import.meta.dirname, '../migrations');
const migrations = readdirSync(folder)
  .filter((name) => /^\d{12}-/.test(name))
  .sort();
const TALLY = '202611210255';
const DELETED_ROWS = '202611222100';

async function run(db: Knex, names: string[]): Promise<void> {
  for (const name of names) await (await import(join(folder, name))).up(db);
}

it('a database with reports, claims and repeats is brought up to date, and nothing of them is lost', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, schema: 'reports' });
  await db.raw('create schema reports');
  for (const { up } of [reports, removalClaims, search, niceReports]) await up(db);
  await db.raw(`
    insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, is_removed)
    select 'https://x.com/v' || n || '/status/' || n, 'v' || n, case when n % 3 = 0 then 'nft' else 'other' end, 'Was here before.',
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
  await run(
    db,
    migrations.filter((name) => name.slice(0, 12) > TALLY),
  );
  const operation = { operationId: crypto.randomUUID(), who: 'claus' };
  expect(await deleteReports(db, moderatedReports, { ids: [1, 2], ...operation })).toEqual([1, 2]);
  expect(await db('removal_claims').where({ report_id: 2, status: 'removed' })).toHaveLength(1);
  expect(await db('duplicate_reports').where({ report_id: 1 })).toHaveLength(1);
  await db.destroy();
  await database.drop();
});

/** Deletes reports as the version before did: the rows exist in the log alone. */
async function deleteAsBefore(db: Knex, ...ids: number[]): Promise<string> {
  const operationId = crypto.randomUUID();
  await db.raw(
    `with gone as (delete from scammer_reports where id = any(:ids::int[]) returning *)
     insert into audit_log (operation_id, who, action, subject, subject_id, username, before)
     select :operationId, 'claus', 'delete', 'scammer_report', id, username, to_jsonb(gone) from gone order by id`,
    { ids, operationId },
  );
  return operationId;
}

it('reports that were deleted before keep their rows from now on, and come back as they would have', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, schema: 'reports' });
  await db.raw('create schema reports');
  const isBefore = (name: string) => name.slice(0, 12) < DELETED_ROWS;
  await run(db, migrations.filter(isBefore));
  const [plain, paidLater, paidBefore, held, erased, undone, listedAgain, pending, afterwards] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  await db.raw(`
    insert into scammer_reports (twitter_url, username, scam_category, description, evidence_urls, unique_burn_address, report_count)
    select 'https://x.com/v' || n || '/status/' || n, 'v' || n, case when n % 3 = 0 then 'nft' else 'other' end, 'Was here "before".',
      '{"https://a.example/1,2"}', 'R' || n, n from generate_series(1, 1500) n;
    update scammer_reports set is_removed = true, removal_tx_hash = 'paid', burn_transaction_hash = 'paid' where id = 3;
    update scammer_reports set is_removed = true, held_at = now() where id = 4;
    insert into removal_claims (id, report_id, signature, status, due_at)
    values ('later', 2, 'paid later', 'removed', now()), ('pending', 8, 'paid at last', 'pending', now());`);
  const rowOf = async (id: number) =>
    (await db.raw('select to_jsonb(report) as row from scammer_reports report where id = ?', [id])).rows[0]
      ?.row;
  const former = new Map<number, object>();
  for (let id = 1; id <= 9; id++) former.set(id, await rowOf(id));
  const operations = new Map<number, string>();
  for (const id of [plain, paidLater, paidBefore, held, erased, listedAgain, pending])
    operations.set(id, await deleteAsBefore(db, id));
  const many = await deleteAsBefore(db, ...Array.from({ length: 1_200 }, (_, index) => 101 + index));
  await db.raw(`
    insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
    values ('https://x.com/v/status/2', 'V7', 'other', 'A newer one.', 'R1501');
    update audit_log set erased_at = now(), username = 'erased',
      before = before || '{"username": "erased", "description": "This entry was erased.", "is_removed": true, "held_at": null}'
    where subject_id = 5;
    insert into audit_log (operation_id, who, action, subject, subject_id, username, before, restored_at)
    select gen_random_uuid(), 'claus', 'delete', 'scammer_report', id, username, to_jsonb(report), now()
    from scammer_reports report where id = 6;
    insert into audit_log (operation_id, who, action, subject, subject_id, username, before)
    values (gen_random_uuid(), 'claus', 'delete', 'scammer_report', 9999, 'half', '{"id": 9999, "username": "half"}');`);
  const sums = async () => ({
    list: await db('list_state').select('listed'),
    tally: await db('report_tally').orderBy(['is_removed', 'scam_category']),
  });
  const sumsBefore = await sums();

  const later = migrations.filter((name) => !isBefore(name));
  await run(db, later);
  expect(await sums()).toEqual(sumsBefore);
  expect(await rowOf(undone)).toMatchObject({ ...former.get(undone), deleted_at: null });
  expect(await rowOf(9999)).toBeUndefined();
  expect(Number((await db('scammer_reports').whereNotNull('deleted_at').count())[0]?.count)).toBe(1_207);
  const { rows } = await db.raw(
    'select report.deleted_at = log.at as same from scammer_reports report join audit_log log on log.subject_id = report.id where report.id = 1',
  );
  expect(rows).toEqual([{ same: true }]);
  // A migration that a stopped process had begun is run again.
  await (await import(join(folder, '202611222101-deletions-of-before.ts'))).up(db);
  expect(await sums()).toEqual(sumsBefore);

  expect(await applyVerdict(db, accepted({ id: 'pending', round: 0 }))).toEqual({ status: 'removed' });
  // A copy of the version before that is not replaced yet.
  operations.set(afterwards, await deleteAsBefore(db, afterwards));
  expect(await rowOf(afterwards)).toMatchObject({ is_removed: true, was_removed: false });

  const back = (id: number) => restore(db, { operationId: operations.get(id) ?? '', who: 'claus' });
  const unmarked = {
    deleted_at: null,
    was_removed: null,
    status: 'unreviewed',
    cleared_at: null,
    version: 1,
    hold_reason: null,
  };
  for (const id of [plain, paidBefore, held, afterwards]) {
    expect(await back(id)).toEqual({ restored: [id], notRestored: [] });
    expect(await rowOf(id)).toEqual({ ...former.get(id), ...unmarked });
  }
  for (const [id, signature] of [
    [paidLater, 'paid later'],
    [pending, 'paid at last'],
  ] as const) {
    expect(await back(id)).toEqual({ restored: [id], notRestored: [] });
    const paid = { is_removed: true, removal_tx_hash: signature, burn_transaction_hash: signature };
    expect(await rowOf(id)).toEqual({ ...former.get(id), ...unmarked, ...paid });
  }
  await back(erased);
  expect(await rowOf(erased)).toMatchObject({
    ...unmarked,
    username: 'erased',
    is_removed: true,
    erased_at: expect.any(String),
  });
  expect(await back(listedAgain)).toMatchObject({ restored: [], notRestored: [{ subjectId: listedAgain }] });
  await deleteReports(db, moderatedReports, { ids: [1_501], operationId: crypto.randomUUID(), who: 'claus' });
  expect(await back(listedAgain)).toMatchObject({ restored: [listedAgain] });
  expect((await restore(db, { operationId: many, who: 'claus' }))?.restored).toHaveLength(1_200);
  const listed = await db('scammer_reports').where({ is_removed: false }).count();
  expect((await db('list_state').first()).listed).toBe(listed[0]?.count);
  await db.destroy();
  await database.drop();
});
