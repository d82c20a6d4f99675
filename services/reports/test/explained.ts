import type { Knex } from 'knex';
import pg from 'pg';

/** One node of a plan, in the format of EXPLAIN (ANALYZE, FORMAT JSON). */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** What a statement did to a table, including the functions it called. */
export type Explained = {
  rows: Record<string, unknown>[];
  /** Node types that read the table. */
  scans: Set<string>;
  /** Names of the indexes that were used. */
  indexes: Set<string>;
  rowsRead: number;
};

/** A connection that reports the plan and execution figures of every statement, including those inside functions. */
export async function openExplaining(
  url: string,
  planCacheMode: 'auto' | 'force_generic_plan' | 'force_custom_plan',
): Promise<{
  /** Runs a named prepared statement. */
  run(name: string, text: string, values: unknown[], table: string): Promise<Explained>;
  close(): Promise<void>;
}> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let plans: PlanNode[] = [];
  client.on('notice', ({ message }) => {
    const json = /^duration: .* plan:\s*({[\s\S]*)$/.exec(message ?? '')?.[1];
    if (json) plans.push((JSON.parse(json) as { Plan: PlanNode }).Plan);
  });
  await client.query(`
    load 'auto_explain';
    set search_path = reports, public;
    set plan_cache_mode = ${planCacheMode};
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = json;
    set auto_explain.log_level = notice;
    set client_min_messages = notice`);
  return {
    async run(name, text, values, table) {
      plans = [];
      const { rows } = await client.query({ name, text, values });
      const nodes = plans.flatMap(allNodes);
      if (nodes.length === 0) throw new Error('No plan was logged');
      const reading = nodes.filter((node) => node['Relation Name'] === table);
      return {
        rows,
        scans: new Set(reading.map((node) => node['Node Type'])),
        indexes: new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
        rowsRead: reading.map(rowsRead).reduce((sum, each) => sum + each, 0),
      };
    },
    close: () => client.end(),
  };
}

type Statement = { text: string; values: unknown[] };

/** The statements that a task sends. */
async function statementsOf(db: Knex, task: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const see = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    seen.push({ text: sql, values: bindings });
  };
  db.on('query', see);
  await task().finally(() => db.removeListener('query', see));
  return seen;
}

/** What each task returned, and what its statements read of a table. */
export async function explainEach<Result>(
  db: Knex,
  table: string,
  tasks: readonly (() => Promise<Result>)[],
): Promise<{ result: Result; read: number; scans: string[]; indexes: string[] }[]> {
  const { connectionString } = db.client.config.connection;
  const connection = await openExplaining(connectionString, 'force_custom_plan');
  const explained = [];
  for (const [at, task] of tasks.entries()) {
    let result: Result | undefined;
    const statements = await statementsOf(db, async () => {
      result = await task();
    });
    const plans: Explained[] = [];
    for (const [number, { text, values }] of statements.entries())
      plans.push(await connection.run(`${at} ${number}`, text, values, table));
    explained.push({
      result: result as Result,
      read: plans.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
      scans: [...new Set(plans.flatMap(({ scans }) => [...scans]))],
      indexes: [...new Set(plans.flatMap(({ indexes }) => [...indexes]))],
    });
  }
  await connection.close();
  return explained;
}

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}

function rowsRead(node: PlanNode): number {
  const perLoop =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return perLoop * node['Actual Loops'];
}
