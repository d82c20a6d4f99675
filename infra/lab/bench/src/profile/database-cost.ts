import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The database's work for a load, per operation. */
export type DatabaseCost = {
  /** Statements sent, one round trip each, without the bench's own. */
  statements: number;
  /** Writing transactions, counted by the transaction ids assigned. */
  commits: number;
  /** Bytes of write-ahead log (WAL). */
  walBytes: number;
  /** Average time to sync the WAL to disk; only with many syncs. */
  syncMs?: number;
  /** The statements with the most total time. */
  list: Statement[];
};

/** `calls` per operation; `meanMs` per call, in the database, without the commit; `rows` per call. */
export type Statement = {
  text: string;
  calls: number;
  meanMs: number;
  rows: number;
  withinFunction: boolean;
};

/** Marks the bench's own statements. */
export const OWN = '/* bench */';
const LISTED = { true: 8, false: 12 };
const LONGEST_TEXT = 200;
/** Statements below these shares are background polling of the services, not part of the load. */
const RARE = { calls: 0.02, share: 0.01 };
/** With fewer commits per operation, a load is not limited by the disk. */
const MANY_COMMITS = 0.1;
/** Idle connections report their statistics after 10 seconds (PostgreSQL's `PGSTAT_IDLE_INTERVAL`). */
const REPORTED_AFTER_MS = 11_000;

type State = { transactions: bigint; wal: bigint };

/** Starts counting; the returned function gives the cost of this many operations since. */
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

/** The query itself takes no transaction id. */
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

/** Over the last minutes: sync time depends on the disk, and the number of syncs on the commits. */
async function syncMsSince(db: pg.Client, before: Syncs): Promise<number> {
  await sleep(REPORTED_AFTER_MS);
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
    .filter((each) => each.calls >= RARE.calls || cost(each) >= RARE.share * total)
    .sort((a, b) => cost(b) - cost(a));
  return [false, true].flatMap((within) =>
    sorted.filter((each) => each.withinFunction === within).slice(0, LISTED[`${within}`]),
  );
}

function shorten(query: string): string {
  const text = query.replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
