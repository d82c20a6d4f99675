import type pg from 'pg';
import { OWN } from './database-cost.ts';

/** A statement with its values, whose plan is shown. */
export type Planned = { text: string; values: (string | number)[] };

/** From the sixth execution on, PostgreSQL may use a generic plan, so the plan is taken after that. */
const TIMES = 8;
const LONGEST_LINE = 160;
const REPORTED_SHARE = 0.05;

/**
 * The actual plans of a statement and of those within the functions it calls: EXPLAIN (ANALYZE, BUFFERS) by the module
 * auto_explain (PostgreSQL manual, F.3). Prepared, as clients run it.
 */
export async function plansOf(db: pg.Client, { text, values }: Planned): Promise<string[]> {
  const settings: Record<string, string> = {
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_nested_statements': 'on',
    client_min_messages: 'log',
  };
  let plans: string[] = [];
  const keep = ({ message = '' }: { message?: string | undefined }) => {
    if (message.includes('plan:')) plans.push(planIn(message));
  };
  await db.query(`load ${OWN} 'auto_explain'`);
  for (const [name, value] of Object.entries(settings)) await db.query(`set ${name} = '${value}'`);
  db.on('notice', keep);
  for (let time = 0; time < TIMES; time += 1) {
    plans = [];
    await db.query({ name: 'planned', text, values });
  }
  db.off('notice', keep);
  for (const name of Object.keys(settings)) await db.query(`reset ${name}`);
  return dearest(plans);
}

/**
 * The last plan is that of the statement itself; of those within it, keeps the slowest and all with a substantial share
 * of its time.
 */
function dearest(plans: readonly string[]): string[] {
  const took = (plan: string | undefined) => Number(/^duration: ([\d.]+) ms/.exec(plan ?? '')?.[1] ?? 0);
  const longest = Math.max(0, ...plans.slice(0, -1).map(took));
  const least = Math.min(REPORTED_SHARE * took(plans.at(-1)), longest);
  return plans.filter((plan) => took(plan) >= least);
}

/** Without the values of long parameters. */
function planIn(message: string): string {
  const [took = '', plan = ''] = message.split(/ *plan:\n/, 2);
  const lines = plan
    .replace(/^\t| +$/gm, '')
    .trimEnd()
    .split('\n');
  return [
    took,
    ...lines.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line)),
  ].join('\n');
}
