import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, expect, it } from 'vitest';
import { findReportByReference, findReportEvenDeleted } from '../src/cases/removal/payment-kind.ts';
import { findEntries } from '../src/desk/audit-log/find.ts';
import { explainEach } from './explained.ts';
import { startReports } from './running-service.ts';

const ENTRIES = 30_000;

// Deletions, most of them undone, among edits by a few admins.
const service = closeAfterAll(await startReports());
beforeAll(async () => {
  await service.context.db.raw(
    `insert into audit_log (operation_id, who, action, subject, subject_id, username, before, restored_at)
     select gen_random_uuid(),
       case when n % 4 = 0 then 'busy' when n % 1000 = 1 then 'seldom' else 'lazy' end,
       case when n = 7 then 'restore' when n % 3 = 0 then 'delete' else 'edit' end,
       case when n % 300 = 0 then 'nice_report' else 'scammer_report' end, n, 'busybody' || n,
       jsonb_build_object('id', n, 'username', 'busybody' || n, 'unique_burn_address', 'R' || n, 'is_removed', true,
         'reported_at', now()),
       case when n % 6 = 0 then now() end
     from generate_series(1, ${ENTRIES}) n`,
  );
  await service.context.db.raw(
    `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, deleted_at,
       was_removed, is_removed)
     select 'u', 'busybody' || n, 'nft', 'd', 'R' || n, case when n % 3 = 0 then now() end,
       case when n % 3 = 0 then false end, n % 3 = 0
     from generate_series(1, 30000) n`,
  );
  await service.context.db.raw('vacuum analyze audit_log, scammer_reports');
});

it('a page reads what matches to count it, and what it shows', async () => {
  const { db } = service.context;
  const queries = [
    [{}, 30_000],
    [{ offset: 29_900 }, 30_000],
    [{ action: 'edit' }, 19_999],
    [{ action: 'restore' }, 1],
    [{ subject: 'nice_report' }, 100],
    [{ subject: 'nice_report', action: 'delete' }, 100],
    [{ subject: 'nice_report', action: 'edit' }, 0],
    [{ q: 'lazy' }, 22_470],
    [{ q: 'seldom' }, 30],
    [{ q: 'busybody12345' }, 1],
    [{ q: 'busy' }, 30_000],
    [{ q: 'zz' }, 0],
  ] as const;
  const asked = queries.map(([query]) => ({ q: '', limit: 100, offset: 0, ...query }));
  const pages = asked.map((each) => () => findEntries(db, each));
  const explained = await explainEach(db, 'audit_log', pages);
  const problems = asked.flatMap(({ q, limit, offset, ...filter }, at) => {
    const { result, read } = explained[at] ?? expect.fail();
    const total = queries[at]?.[1] ?? 0;
    // A term is looked for among the admins and the usernames of all entries.
    const most = q === '' ? total + offset + 4 * limit : 2 * ENTRIES + 3 * limit;
    const isFine = result.total === total && read <= most;
    return isFine ? [] : [JSON.stringify({ q, filter, found: result.total, read })];
  });
  expect(problems).toEqual([]);
});

it('a deleted report is found by its id, and by its reference, at once', async () => {
  const { db } = service.context;
  const explained = await explainEach(db, 'scammer_reports', [
    () => findReportEvenDeleted(db, 2_001),
    () => findReportByReference(db, 'R2001'),
    () => findReportEvenDeleted(db, 30_001),
    () => findReportByReference(db, 'unknown'),
  ]);
  expect(explained.map(({ read }) => read)).toEqual([1, 1, 0, 0]);
});
