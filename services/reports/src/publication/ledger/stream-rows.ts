import type { Knex } from 'knex';

const BATCH = 5_000;
let cursors = 0;

/** SQL: tables and indexes whose name or file is not as in the transaction's snapshot: the site could have read another until now. */
const REPLACED = `select oid::regclass::text as name from pg_class
  where relnamespace in (current_schema()::regnamespace, 'pg_toast'::regnamespace, to_regnamespace('chain'), to_regnamespace('membership'))
    and (relfilenode not in (0, pg_relation_filenode(oid))
      or case when relnamespace <> 'pg_toast'::regnamespace
           then to_regclass(format('%s.%I', relnamespace::regnamespace, relname)) is distinct from oid end)`;

function refuse(replaced: { name: string }[]): void {
  if (replaced[0]) throw new Error(`${replaced[0].name} has another file or name than when the audit began`);
}

/** For the end of an audit, which keeps the files that it has read from being replaced once more. */
export const refuseReplaced = (trx: Knex.Transaction): Promise<void> =>
  trx.raw(REPLACED).then(({ rows }) => refuse(rows));

/**
 * Reads rows in batches by a cursor of the transaction, so that a million of them need no memory. The database reads
 * the next batch while this one is used.
 */
export async function* streamRows<Row>(trx: Knex.Transaction, sql: string): AsyncGenerator<Row[]> {
  const cursor = `rows_${++cursors}`;
  await trx.raw(`declare ${cursor} no scroll cursor for ${sql}`);
  const fetchNext = () => {
    // In one message, so that no file can be back in its place in between.
    const fetched = trx.raw(`fetch ${BATCH} from ${cursor}; ${REPLACED}`).then(([batch, { rows }]) => {
      refuse(rows);
      return batch.rows as Row[];
    });
    // A failure is thrown where the batch is awaited; if it never is, it must not be unhandled.
    fetched.catch(() => {});
    return fetched;
  };
  for (let next = fetchNext(); ; ) {
    const rows = await next;
    const isLast = rows.length < BATCH;
    if (!isLast) next = fetchNext();
    if (rows.length > 0) yield rows;
    if (isLast) break;
  }
  await trx.raw(`close ${cursor}`);
}
