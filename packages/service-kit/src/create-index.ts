import type { Knex } from 'knex';

/**
 * Makes an index while its table is read and written, for migrations with `config.transaction: false`. May be run any number
 * of times: what is there stays, and what a process that died left half made is dropped and made again. `definition` is what
 * follows the table's name.
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

/** Whether it is whole; one that was begun and not finished is there as well, and of no use. */
async function isThere(db: Knex, name: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from pg_index where indexrelid = to_regclass(format('%I.%I', current_schema(), ?::text)) and indisvalid`,
    [name],
  );
  return rows.length > 0;
}
