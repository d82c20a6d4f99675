import { adminReportTexts, type Published } from '@naughty-list/contracts/admin-reports';
import { niceReportTexts } from '@naughty-list/contracts/nice-reports';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import type { Knex } from 'knex';
import { recordChanges } from '../../record/ledger/append.ts';
import type { Operation } from '../../record/rows.ts';
import type { NiceReportRow } from './nice-report.ts';

/**
 * Publishes held praises in the caller's transaction. Of several of one post the oldest is listed, and none if the post is
 * listed already. Returns why the others were not listed; omits unknown ids.
 */
export async function publishPraises(
  trx: Knex,
  { ids, operationId, who }: Operation & { ids: number[] },
): Promise<Omit<Published, 'operationId'>> {
  await trx.raw('select id from nice_reports where id = any(?::int[]) order by id for update', [ids]);
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `with chosen as (
       select distinct on (post_key) id from nice_reports held
       where id = any(:ids::int[]) and held_at is not null
         and not exists (select from nice_reports listed where listed.post_key = held.post_key and listed.held_at is null)
       order by post_key, id
     ), published as (
       update nice_reports praise set held_at = null, reviewed_at = now() from chosen where praise.id = chosen.id returning praise.*
     ), counted as (
       update contributions set held = false from published where kind = 'praise' and subject_id = published.id
     )
     insert into audit_log (operation_id, who, action, subject, subject_id, username, before, after)
     -- The table as it was when this statement began.
     select :operationId, :who, 'publish', 'nice_report', id, published.username, to_jsonb(former), to_jsonb(published)
     from published join nice_reports former using (id) order by id
     returning subject_id as id`,
    { ids, operationId, who },
  );
  const published = rows.map(({ id }) => id);
  await recordChanges(trx, { praises: published }, ['praise']);
  const left: NiceReportRow[] = await trx('nice_reports')
    .whereIn('id', ids)
    .whereNotIn('id', published)
    .orderBy('id');
  const notPublished = left.map(({ id, username, held_at }) => ({
    id,
    username,
    message: held_at ? niceReportTexts.alreadyListed : adminReportTexts.notHeld,
  }));
  return { published, notPublished };
}

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
    await recordChanges(trx, { praises }, ['reading']);
    return praises;
  });
}
