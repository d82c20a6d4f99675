import type { Knex } from 'knex';

/**
 * Creates an index without blocking reads or writes, for migrations with `config.transaction: false`. Idempotent: a
 * valid index stays, an invalid one left by a crash is dropped and rebuilt. `definition` is what follows the table's
 * name.
 */
export async function createIndex(
  db: Knex,
  { name, table, definition, unique = false }: IndexDefinition,
): Promise<void> {
  if (await isThere(db, name)) return;
  await db.raw('drop index concurrently if exists ??', [name]);
  const kind = unique ? 'unique index' : 'index';
  await db.raw(`create ${kind} concurrently ?? on ?? ${definition.replaceAll('?', '\\?')}`, [name, table]);
}

export type IndexDefinition = { name: string; table: string; definition: string; unique?: boolean };

/** Whether the index is valid; an unfinished one exists too, but is unusable. */
async function isThere(db: Knex, name: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from pg_index where indexrelid = to_regclass(format('%I.%I', current_schema(), ?::text)) and indisvalid`,
    [name],
  );
  return rows.length > 0;
}
