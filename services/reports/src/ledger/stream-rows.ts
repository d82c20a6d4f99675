import type { Knex } from 'knex';

const BATCH = 5_000;
let cursors = 0;

/** Reads rows in batches by a cursor of the transaction, so that a million of them need no memory. */
export async function* streamRows<Row>(trx: Knex.Transaction, sql: string): AsyncGenerator<Row[]> {
  const cursor = `rows_${++cursors}`;
  await trx.raw(`declare ${cursor} no scroll cursor for ${sql}`);
  for (;;) {
    const { rows } = await trx.raw<{ rows: Row[] }>(`fetch ${BATCH} from ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await trx.raw(`close ${cursor}`);
}

/** The same, row by row. */
export async function* eachRow<Row>(trx: Knex.Transaction, sql: string): AsyncGenerator<Row> {
  for await (const rows of streamRows<Row>(trx, sql)) yield* rows;
}
