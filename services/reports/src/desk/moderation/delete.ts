import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import type { Knex } from 'knex';
import type { Deletable } from '../../record/entity.ts';
import { deleteRows } from '../../record/rows.ts';
import { type Decision, requireShare } from './share.ts';

/**
 * Deletes reports, restorable by their operation; returns the ids of those that existed.
 *
 * @throws ApiError too_many_requests, second_word_needed
 */
export async function deleteReports(
  db: Knex,
  entity: Deletable,
  { ids, ...operation }: Decision & { ids: number[] },
): Promise<number[]> {
  const known = [...new Set(ids)].filter((id) => id <= INTEGER_MAX);
  return db.transaction(async (trx) => {
    await requireShare(trx, operation, await countPublic(trx, entity, known));
    return deleteRows(trx, entity, { ids: known, ...operation });
  });
}

/** How many of these rows the public sees. */
async function countPublic(
  trx: Knex,
  { table, public: isPublic }: Deletable,
  ids: number[],
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from ${table} where id = any(?::int[]) and ${isPublic}`,
    [ids],
  );
  return rows[0]?.count ?? 0;
}
