import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import type { Knex } from 'knex';
import type { Operation } from '../moderation/repository.ts';
import { asItWouldComeBack } from '../removal/paid-meanwhile.ts';
import { subjects } from './subjects.ts';

/**
 * Reinserts deleted rows unchanged and records their restoration; returns their ids. Conflicting rows are skipped.
 * All callers lock in the order of usernames, to prevent deadlocks.
 */
export async function insertDeleted(
  trx: Knex,
  subject: AuditEntry['subject'],
  { entryIds, operationId, who }: Operation & { entryIds: number[] },
): Promise<number[]> {
  const { table, columns } = subjects[subject];
  const list = columns.join(', ');
  const row = subject === 'scammer_report' ? asItWouldComeBack : 'log.before';
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `with back as (
       insert into ${table} (${list})
       select ${columns.map((column) => `report.${column}`).join(', ')}
       from audit_log log, jsonb_populate_record(null::${table}, ${row}) report
       where log.id = any(:entryIds::int[])
       order by lower(report.username), report.id
       on conflict do nothing
       returning *
     )
     insert into audit_log (operation_id, who, action, subject, subject_id, username, after)
     select :operationId, :who, 'restore', :subject, id, username, to_jsonb(back) from back order by id
     returning subject_id as id`,
    { entryIds, operationId, who, subject },
  );
  return rows.map(({ id }) => id);
}

/** What a deleted row conflicts with in its table. */
export type Obstacle = 'id' | 'username' | 'post';

/** The conflicts of deleted rows, by entry id. */
export async function findObstacles(trx: Knex, entryIds: number[]): Promise<Map<number, Obstacle | null>> {
  const { rows } = await trx.raw<{ rows: { id: number; obstacle: Obstacle | null }[] }>(
    `select log.id, case log.subject
       when 'scammer_report' then case
         when exists (select from scammer_reports where id = log.subject_id) then 'id'
         when exists (select from scammer_reports where lower(username) = lower(log.username) and not is_removed)
           then 'username' end
       else case
         when exists (select from nice_reports where id = log.subject_id) then 'id'
         when exists (select from nice_reports where post_key = post_key(log.before ->> 'twitter_url')) then 'post' end
       end as obstacle
     from audit_log log where log.id = any(?::int[])`,
    [entryIds],
  );
  return new Map(rows.map(({ id, obstacle }) => [id, obstacle]));
}
