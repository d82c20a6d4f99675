import { auditLogTexts, type Restored } from '@naughty-list/contracts/audit-log';
import type { Knex } from 'knex';
import { carryAppeals, waitOffList } from '../../cases/appeals/open.ts';
import { type Deletion, lockDeletions, markRestored } from '../../record/audit-entries.ts';
import { oncePublic, readTexts, recordChanges } from '../../record/ledger/append.ts';
import { hash } from '../../record/ledger/records.ts';
import { changeRows } from '../../record/row-leaves.ts';
import type { Operation } from '../../record/rows.ts';
import { praiseColumns } from '../../register/nice-reports/nice-report.ts';
import { type Refusal, refusalOf } from '../../register/posts/reviewed-post.ts';
import { refusals } from '../../register/reports/refusals.ts';
import { staysRemoved } from '../../register/reports/report.ts';

/** Restores what these entries deleted, each row unchanged; a conflict of one row does not affect the others. */
export async function restoreDeletions(
  trx: Knex,
  entryIds: readonly number[],
  { operationId, who }: Operation,
): Promise<Restored> {
  const deletions = await lockDeletions(trx, entryIds);
  const answer: Restored = { restored: [], notRestored: [] };
  const undo = { operationId, who };
  for (const [subject, entries] of Map.groupBy(deletions, (entry) => entry.subject)) {
    const restore = subject === 'scammer_report' ? restoreReports : restorePraises;
    const restored = new Set(await restore(trx, { deletions: entries, ...undo }));
    const isRestored = ({ subject_id }: Deletion) => restored.has(subject_id);
    await markRestored(
      trx,
      entries.filter(isRestored).map(({ id }) => id),
    );
    answer.restored.push(...restored);
    const left = entries.filter((entry) => !isRestored(entry));
    answer.notRestored.push(...(await explain(trx, left)));
  }
  return answer;
}

async function explain(trx: Knex, left: Deletion[]): Promise<Restored['notRestored']> {
  const obstacles = await findObstacles(
    trx,
    left.map(({ id }) => id),
  );
  return left.map(({ id, subject_id: subjectId, username }) => {
    const obstacle = obstacles.get(id);
    const messages: Record<Obstacle, string> = {
      id: auditLogTexts.idInUse(subjectId),
      username: auditLogTexts.listedAgain(username),
      post: auditLogTexts.niceReportListedAgain(username),
      ...refusals,
    };
    const message = obstacle ? messages[obstacle] : auditLogTexts.notRestored;
    return { subjectId, username, message };
  });
}

type Restoring = Operation & { deletions: readonly Deletion[] };

/**
 * Unmarks deleted reports and records their restoration; returns their ids. Skips those whose username is listed again,
 * or whose post was paid for or cleared.
 */
async function restoreReports(trx: Knex, { deletions, ...operation }: Restoring): Promise<number[]> {
  const ids = deletions.map(({ subject_id }) => subject_id);
  await trx.raw('select id from scammer_reports where id = any(?::int[]) order by id for update', [ids]);
  const { rows } = await changeRows(trx, 'scammer_reports', ids, () =>
    trx.raw<{ rows: { id: number; username: string; is_listed: boolean }[] }>(
      `with back as (
         update scammer_reports report set deleted_at = null, was_removed = null, is_removed = ${staysRemoved}
         where id = any(:ids::int[]) and deleted_at is not null and (${staysRemoved} or not exists (
           select from scammer_reports listed where lower(listed.username) = lower(report.username) and not listed.is_removed
         ) and ${refusalOf('report')} is null)
         returning *
       )
       insert into audit_log (operation_id, who, action, subject, subject_id, username, after)
       select :operationId, :who, 'restore', 'scammer_report', id, username, to_jsonb(back) from back order by id
       returning subject_id as id, username, after ->> 'is_removed' = 'false' as is_listed`,
      { ids, ...operation },
    ),
  );
  const back = rows.map(({ id }) => id);
  await recordChanges(trx, { cases: await oncePublic(trx, 'report', back) }, ['report']);
  for (const report of rows.filter(({ is_listed }) => is_listed)) {
    await waitOffList(trx, report.id);
    await carryAppeals(trx, report);
  }
  return back;
}

/** SQL, by column: when the praise was read, if its text is the one that was, and that it waits for a moderator unless it was public. */
const asKnown: Partial<Record<string, string>> = {
  reviewed_at: `case when :read::jsonb ->> praise.id::text = ${hash('praise.description')} then praise.reviewed_at end`,
  held_at: 'coalesce(praise.held_at, case when praise.id <> all(:known::int[]) then now() end)',
};

/** Reinserts deleted praises from the audit log, and records it; returns their ids. Conflicting ones are skipped. */
async function restorePraises(trx: Knex, { deletions, ...operation }: Restoring): Promise<number[]> {
  const ids = deletions.map(({ subject_id }) => subject_id);
  const read = Object.fromEntries(await readTexts(trx, 'praise', ids));
  const known = await oncePublic(trx, 'praise', ids);
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `with back as (
       insert into nice_reports (${praiseColumns.join(', ')})
       select ${praiseColumns.map((column) => asKnown[column] ?? `praise.${column}`).join(', ')}
       from audit_log log, jsonb_populate_record(null::nice_reports, log.before) praise
       where log.id = any(:entryIds::int[])
       -- All callers lock in this order, to prevent deadlocks.
       order by lower(praise.username), praise.id
       on conflict do nothing
       returning *
     )
     insert into audit_log (operation_id, who, action, subject, subject_id, username, after)
     select :operationId, :who, 'restore', 'nice_report', id, username, to_jsonb(back) from back order by id
     returning subject_id as id`,
    { entryIds: deletions.map(({ id }) => id), read, known, ...operation },
  );
  const back = rows.map(({ id }) => id);
  await recordChanges(trx, { praises: back }, ['praise']);
  return back;
}

/** Why a deleted row cannot be restored. */
type Obstacle = 'id' | 'username' | 'post' | Refusal;

/** The conflicts of deleted rows, by entry id. */
async function findObstacles(trx: Knex, entryIds: number[]): Promise<Map<number, Obstacle | null>> {
  const { rows } = await trx.raw<{ rows: { id: number; obstacle: Obstacle | null }[] }>(
    `select log.id, case log.subject
       when 'scammer_report' then case
         when exists (select from scammer_reports where id = log.subject_id and deleted_at is null) then 'id'
         when exists (select from scammer_reports where lower(username) = lower(log.username) and not is_removed)
           then 'username'
         else (select ${refusalOf('report')} from scammer_reports report where id = log.subject_id) end
       else case
         when exists (select from nice_reports where id = log.subject_id) then 'id'
         when exists (select from nice_reports where post_key = post_key(log.before ->> 'twitter_url') and held_at is null) then 'post' end
       end as obstacle
     from audit_log log where log.id = any(?::int[])`,
    [entryIds],
  );
  return new Map(rows.map(({ id, obstacle }) => [id, obstacle]));
}
