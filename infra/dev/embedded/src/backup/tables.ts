import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { schemas } from '../service-environment.ts';

/** A table: its quoted name, the columns that are copied, and what it holds. */
export type Table = { name: string; columns: string[]; rows: string; sum: string };

/** Where the numbers of a sequence go on. */
export type Sequence = { name: string; last: string };

const SCHEMAS = Object.values(schemas);

/** Every table, without the record of migrations. */
const TABLES = `
  select format('%I.%I', nspname, relname) as name, pg_class.oid,
    array(select quote_ident(attname) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1) and relkind = 'r' and relname <> 'migrations' order by 1`;

const REFERENCES = `
  select conrelid::text as from, confrelid::text as to from pg_constraint
  where contype = 'f' and conrelid <> confrelid and connamespace::regnamespace::text = any($1)`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
  from pg_sequences where schemaname = any($1) and last_value is not null order by 1`;

/** Rows and a sum over all their columns, which is the same in every version of PostgreSQL. */
export async function fingerprint(
  client: pg.ClientBase,
  name: string,
): Promise<{ rows: string; sum: string }> {
  const { rows } = await client.query(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(each::text, 0)), 0)::text as sum from ${name} each`,
  );
  return rows[0];
}

/** The tables, a referenced one before those that refer to it. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query(TABLES, [SCHEMAS]);
  const { rows: references } = await client.query<{ from: string; to: string }>(REFERENCES, [SCHEMAS]);
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ oid }) =>
        !placed.has(String(oid)) &&
        references.every(({ from, to }) => from !== String(oid) || placed.has(to)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const { name, oid, columns } of next) {
      placed.add(String(oid));
      ordered.push({ name, columns, ...(await fingerprint(client, name)) });
    }
  }
  return ordered;
}

export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  return (await client.query(SEQUENCES, [SCHEMAS])).rows;
}

const fileOf = (folder: string, { name }: Table) => join(folder, `${name.replaceAll('"', '')}.copy`);
const columnsOf = ({ name, columns }: Table) => `${name} (${columns.join(', ')})`;

export async function writeTable(client: pg.ClientBase, table: Table, folder: string): Promise<void> {
  await pipeline(
    client.query(copyTo(`copy ${columnsOf(table)} to stdout`)),
    createWriteStream(fileOf(folder, table), { mode: 0o600 }),
  );
}

/** Fills tables that the migrations made, in the caller's transaction. Triggers saw these rows when they were written. */
export async function loadTables(
  client: pg.ClientBase,
  { tables, folder, sequences }: { tables: Table[]; folder: string; sequences: Sequence[] },
): Promise<void> {
  const names = tables.map(({ name }) => name);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of tables)
    await pipeline(
      createReadStream(fileOf(folder, table)),
      client.query(copyFrom(`copy ${columnsOf(table)} from stdin`)),
    );
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, last } of sequences) await client.query('select setval($1, $2)', [name, last]);
}
