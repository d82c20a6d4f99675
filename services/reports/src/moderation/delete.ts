import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import type { Knex } from 'knex';
import type { Deletable } from './entity.ts';
import { deleteRows, type Operation } from './repository.ts';

/** Deletes reports, restorable by their operation; returns the ids of those that existed. */
export async function deleteReports(
  db: Knex,
  entity: Deletable,
  { ids, ...operation }: Operation & { ids: number[] },
): Promise<number[]> {
  const known = [...new Set(ids)].filter((id) => id <= INTEGER_MAX);
  return db.transaction((trx) => deleteRows(trx, entity, { ids: known, ...operation }));
}
