import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import type { Knex } from 'knex';
import { recordChanges } from '../ledger/append.ts';
import type { Operation } from '../moderation/repository.ts';

/** Records that a moderator has read these praises; returns the ids of those that were listed and unread. */
export async function markPraisesRead(
  db: Knex,
  { ids, operationId, who }: Operation & { ids: number[] },
): Promise<number[]> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: number }[] }>(
      `with read as (
         update nice_reports set reviewed_at = now(), version = version + 1
         where id = any(:ids::int[]) and reviewed_at is null and held_at is null returning *
       )
       insert into audit_log (operation_id, who, action, subject, subject_id, username, before, after)
       -- The table as it was when this statement began.
       select :operationId, :who, 'mark_read', 'nice_report', id, read.username, to_jsonb(former), to_jsonb(read)
       from read join nice_reports former using (id) order by id
       returning subject_id as id`,
      { ids: ids.filter((id) => id <= INTEGER_MAX), operationId, who },
    );
    const praises = rows.map(({ id }) => id);
    await recordChanges(trx, { praises });
    return praises;
  });
}
