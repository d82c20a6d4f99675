import type { Knex } from 'knex';

const BATCH = 5_000;
let cursors = 0;

/**
 * Reads rows in batches by a cursor of the transaction, so that a million of them need no memory. The database reads
 * the next batch while this one is used.
 */
export async function* streamRows<Row>(trx: Knex.Transaction, sql: string): AsyncGenerator<Row[]> {
  const cursor = `rows_${++cursors}`;
  await trx.raw(`declare ${cursor} no scroll cursor for ${sql}`);
  const fetchNext = () => {
    const fetched = trx.raw<{ rows: Row[] }>(`fetch ${BATCH} from ${cursor}`).then(({ rows }) => rows);
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
