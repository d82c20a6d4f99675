import type pg from 'pg';

/** What a load asked of the database, for each of its operations. */
export type DatabaseCost = {
  /** Statements sent, one round trip each; those of the bench itself left out. */
  statements: number;
  /** Transactions that wrote something, each made durable by itself: counted by the transaction ids that were taken. */
  commits: number;
  /** Bytes written ahead. */
  walBytes: number;
  /** The statements that took most time, or were run for every operation. */
  list: Statement[];
};

/** `calls` for each operation; `meanMs` of each call, in the database; `rows` of each call. */
export type Statement = { text: string; calls: number; meanMs: number; rows: number };

/** Stands in the statements of the bench itself. */
export const OWN = '/* bench */';
const LISTED = 12;
const LONGEST_TEXT = 160;

type State = { transactions: bigint; wal: bigint };

/** Counts from here on; the function that it gives tells what so many operations have cost since. */
export async function watchDatabase(db: pg.Client): Promise<(operations: number) => Promise<DatabaseCost>> {
  const before = await stateOf(db);
  await db.query(`select ${OWN} pg_stat_statements_reset()`);
  return async (operations) => {
    const statements = await readStatements(db, operations);
    const after = await stateOf(db);
    return {
      statements: statements.reduce((sum, { calls }) => sum + calls, 0),
      commits: Number(after.transactions - before.transactions) / operations,
      walBytes: Math.round(Number(after.wal - before.wal) / operations),
      list: statements
        .sort((a, b) => b.calls * b.meanMs - a.calls * a.meanMs)
        .filter(({ calls }, at) => at < LISTED && calls >= 0.0005),
    };
  };
}

/** Asking takes no transaction id. */
async function stateOf(db: pg.Client): Promise<State> {
  const { rows } = await db.query<{ transactions: string; wal: string }>(
    `select ${OWN} pg_snapshot_xmax(pg_current_snapshot())::text as transactions,
       (pg_current_wal_insert_lsn() - '0/0')::text as wal`,
  );
  return { transactions: BigInt(rows[0]?.transactions ?? 0), wal: BigInt(rows[0]?.wal ?? 0) };
}

async function readStatements(db: pg.Client, operations: number): Promise<Statement[]> {
  const { rows } = await db.query<{ query: string; calls: string; mean: number; rows: string }>(
    `select ${OWN} query, sum(calls)::text as calls, sum(total_exec_time) / sum(calls) as mean, sum(rows)::text as rows
     from pg_stat_statements where query not like $1 and toplevel group by query`,
    [`%${OWN}%`],
  );
  return rows.map(({ query, calls, mean, rows: found }) => ({
    text: shorten(query),
    calls: Number(calls) / operations,
    meanMs: mean,
    rows: Number(found) / Number(calls),
  }));
}

function shorten(query: string): string {
  const text = query.replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
