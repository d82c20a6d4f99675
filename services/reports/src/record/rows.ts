import { adminReportTexts, type ReportEdit } from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { isDuplicate } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import type { Deletable, Entity, Stored } from './entity.ts';
import { countIndependent } from './independence.ts';
import { changedHidden, recordChanges } from './ledger/append.ts';
import type { Change } from './ledger/changes.ts';
import { renewPost } from './post-rows.ts';
import { changeRows } from './row-leaves.ts';

/** A row, and its copy for the audit log. */
export type Kept<Row> = { row: Row; stored: Stored };

type Table = Pick<Entity<never, unknown>, 'table'>;
type Present = Pick<Entity<never, unknown>, 'table' | 'present'>;

/** One action of an admin. */
export type Operation = { operationId: string; who: string };

/** Locks a row until the transaction ends; undefined when it does not exist or is deleted. */
export async function lockRow<Row>(
  trx: Knex,
  { table, present }: Present,
  id: number,
): Promise<Kept<Row> | undefined> {
  const { rows } = await trx.raw<{ rows: (Row & { stored: Stored })[] }>(
    `select report.*, to_jsonb(report) as stored from ${table} report where id = ? and ${present} for update`,
    [id],
  );
  return rows[0] && toKept(rows[0]);
}

/**
 * Updates description, link and version, and returns what has changed; undefined without a change. Data read from the previous post is removed.
 *
 * @throws ApiError changed_meanwhile when it is hidden, and was changed in the database
 */
export async function updateRow<Row>(
  trx: Knex,
  { table }: Table,
  edit: Omit<ReportEdit, 'version'> & { id: number; holdReason?: string | undefined },
): Promise<(Kept<Row> & { changes: Change[] }) | undefined> {
  const { id, description, twitterUrl, holdReason } = edit;
  if ((await changedHidden(trx, touchedRows(table, [id]))).length > 0)
    throw new ApiError('changed_meanwhile', adminReportTexts.changedMeanwhile);
  const isReport = table === 'scammer_reports';
  const change = () =>
    trx.raw<{
      rows: (Row & { stored: Stored } & Record<'same_post' | 'same_link' | 'same_text', boolean>)[];
    }>(
      `update ${table} report set
       ${holdReason ? 'hold_reason = :holdReason,' : ''}
       ${isReport ? 'post_confirmed_at = case when edit.same_post then report.post_confirmed_at end,' : ''}
       description = edit.description,
       twitter_url = edit.twitter_url,
       version = report.version + 1,
       tweet_content = case when edit.same_post then report.tweet_content end,
       tweet_date = case when edit.same_post then report.tweet_date end
     from (
       select id, coalesce(:description, description) as description, coalesce(:twitterUrl, twitter_url) as twitter_url,
         coalesce(:twitterUrl, twitter_url) = twitter_url as same_link, coalesce(:description, description) = description as same_text,
         :twitterUrl::text is null or post_key(:twitterUrl) = post_key(twitter_url) as same_post
       from ${table} where id = :id
     ) edit
     where report.id = edit.id
       and (report.description, report.twitter_url) is distinct from (edit.description, edit.twitter_url)
     returning report.*, to_jsonb(report) as stored, same_post, same_link, same_text`,
      {
        id,
        description: description ?? null,
        twitterUrl: twitterUrl ?? null,
        ...(holdReason && { holdReason }),
      },
    );
  const { rows } = isReport ? await changeRows(trx, 'scammer_reports', [id], change) : await change();
  if (isReport) await countIndependent(trx, id, { isChanged: true });
  if (!rows[0]) return undefined;
  const { same_post, same_link, same_text, ...row } = rows[0];
  if (isReport && !same_post) await renewPost(trx, id);
  const changes: Change[] = [
    ...(same_text ? [] : (['text', 'names'] as const)),
    ...(same_link ? [] : (['link'] as const)),
    ...(same_post ? [] : (['moved', 'confirmation'] as const)),
  ];
  return { ...toKept(row as unknown as Row & { stored: Stored }), changes };
}

function toKept<Row>({ stored, ...row }: Row & { stored: Stored }): Kept<Row> {
  return { row: row as Row, stored };
}

/**
 * Deletes rows and records each in the audit log; returns the ids of those that existed. All are locked first, in the
 * order of their ids, to prevent deadlocks.
 */
export async function deleteRows(
  trx: Knex,
  { name, table, deletion }: Deletable,
  { ids, operationId, who }: Operation & { ids: number[] },
): Promise<number[]> {
  await trx.raw(`select id from ${table} where id = any(?::int[]) order by id for update`, [ids]);
  const remove = () =>
    trx.raw<{ rows: { id: number }[] }>(
      `with gone as (${deletion})
       insert into audit_log (operation_id, who, action, subject, subject_id, username, before)
       -- The table as it was when this statement began.
       select :operationId, :who, 'delete', :name, id, username, to_jsonb(former)
       from gone join ${table} former using (id) order by id
       returning subject_id as id`,
      { ids, operationId, who, name },
    );
  const { rows } = table === 'scammer_reports' ? await changeRows(trx, table, ids, remove) : await remove();
  const gone = rows.map(({ id }) => id);
  await recordChanges(trx, touchedRows(table, gone), ['report', 'praise']);
  return gone;
}

/** Rows of a table as the ledger knows them. */
export const touchedRows = (table: Table['table'], ids: number[]) =>
  table === 'nice_reports' ? { praises: ids } : { cases: ids, posts: ids };

const TRIES = 10;
const DEADLOCK = '40P01';

/** Repeats a transaction that lists usernames after a deadlock, or when another one listed one of them first. */
export async function retryOnConflict<Done>(transaction: () => Promise<Done>): Promise<Done> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      const { code } = (error ?? {}) as { code?: unknown };
      if (tries === TRIES || (!isDuplicate(error) && code !== DEADLOCK)) throw error;
    }
  }
}
