import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** What a load asked of the database, for each of its operations. */
export type DatabaseCost = {
  /** Statements sent, one round trip each; those of the bench itself left out. */
  statements: number;
  /** Transactions that wrote something: counted by the transaction ids that were taken. */
  commits: number;
  /** Bytes of the log that is written ahead. */
  walBytes: number;
  /** How long the disk took to make that log durable, each time; where there was much to be made durable. */
  syncMs?: number;
  /** The statements that took most time. */
  list: Statement[];
};

/** `calls` for each operation; `meanMs` of each call, in the database, without the commit; `rows` of each call. */
export type Statement = {
  text: string;
  calls: number;
  meanMs: number;
  rows: number;
  withinFunction: boolean;
};

/** Stands in the statements of the bench itself. */
export const OWN = '/* bench */';
const LISTED = { true: 8, false: 12 };
const LONGEST_TEXT = 200;
/** What is run less often, and takes less of the time, does not belong to the load: every service looks for work now and then. */
const SELDOM = { calls: 0.02, share: 0.01 };
/** A load with fewer commits for each operation does not wait for the disk. */
const MANY_COMMITS = 0.1;
/** Connections that are idle tell what they have counted after 10 seconds (PostgreSQL's `PGSTAT_IDLE_INTERVAL`). */
const TOLD_AFTER_MS = 11_000;

type State = { transactions: bigint; wal: bigint };

/** Counts from here on; the function that it gives tells what so many operations have cost since. */
export async function watchDatabase(db: pg.Client): Promise<(operations: number) => Promise<DatabaseCost>> {
  const before = await stateOf(db);
  const synced = await readSyncs(db);
  await db.query(`select ${OWN} pg_stat_statements_reset()`);
  return async (operations) => {
    const after = await stateOf(db);
    const statements = await readStatements(db, operations);
    const commits = Number(after.transactions - before.transactions) / operations;
    const sent = statements.filter(({ withinFunction }) => !withinFunction);
    return {
      statements: sent.reduce((sum, { calls }) => sum + calls, 0),
      commits,
      walBytes: Math.round(Number(after.wal - before.wal) / operations),
      ...(commits >= MANY_COMMITS && { syncMs: await syncMsSince(db, synced) }),
      list: dearest(statements),
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

type Syncs = { count: number; ms: number };

async function readSyncs(db: pg.Client): Promise<Syncs> {
  const { rows } = await db.query<Syncs>(
    `select ${OWN} sum(fsyncs)::float as count, sum(fsync_time)::float as ms
     from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
  );
  return rows[0] ?? { count: 0, ms: 0 };
}

/** Of the last minutes: how long is a matter of the disk, how often the commits tell. */
async function syncMsSince(db: pg.Client, before: Syncs): Promise<number> {
  await sleep(TOLD_AFTER_MS);
  const after = await readSyncs(db);
  return (after.ms - before.ms) / Math.max(1, after.count - before.count);
}

async function readStatements(db: pg.Client, operations: number): Promise<Statement[]> {
  const { rows } = await db.query<{
    query: string;
    toplevel: boolean;
    calls: number;
    mean: number;
    rows: number;
  }>(
    `select ${OWN} query, toplevel, sum(calls)::float as calls, sum(total_exec_time) / sum(calls) as mean,
       sum(rows)::float as rows
     from pg_stat_statements where query not like $1 group by query, toplevel`,
    [`%${OWN}%`],
  );
  return rows.map(({ query, toplevel, calls, mean, rows: found }) => ({
    text: shorten(query),
    calls: calls / operations,
    meanMs: mean,
    rows: found / calls,
    withinFunction: !toplevel,
  }));
}

function dearest(statements: readonly Statement[]): Statement[] {
  const cost = ({ calls, meanMs }: Statement) => calls * meanMs;
  const total = statements.reduce((sum, each) => sum + cost(each), 0);
  const sorted = statements
    .filter((each) => each.calls >= SELDOM.calls || cost(each) >= SELDOM.share * total)
    .sort((a, b) => cost(b) - cost(a));
  return [false, true].flatMap((within) =>
    sorted.filter((each) => each.withinFunction === within).slice(0, LISTED[`${within}`]),
  );
}

function shorten(query: string): string {
  const text = query.replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
