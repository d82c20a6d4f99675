import type { JudgedDemand } from '@naughty-list/contracts/receipts';
import type { ReconciliationFigures } from '@naughty-list/contracts/reconciliation';
import { SETTLED } from '@naughty-list/contracts/verifications';
import { macOfFigures } from '@naughty-list/payment-flow/proofs';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Evidence } from '../chain/facts.ts';

/** Progress of the current run. */
export type Progress = { after_id: string; payments: number; unread: number; not_on_chain: string[] };

const START: Progress = { after_id: '', payments: 0, unread: 0, not_on_chain: [] };

/** Longer than a batch takes. If a process dies during a batch, the others wait this long. */
const BUSY_MS = 10 * 60_000;

/** Reserves the run for this process; undefined if it is not due or reserved by another. */
export async function takeRun(db: Database): Promise<Progress | undefined> {
  const [taken] = await db('state')
    .where('due_at', '<=', db.fn.now())
    .where('busy_until', '<=', db.fn.now())
    .update({ busy_until: db.raw(`now() + ? * interval '1 millisecond'`, [BUSY_MS]) })
    .returning<Progress[]>(['after_id', 'payments', 'unread', 'not_on_chain']);
  return taken;
}

/** Stores the progress of the run and releases it. */
export async function keepProgress(db: Database, progress: Progress): Promise<void> {
  await db('state').update({ ...progress, busy_until: db.fn.now() });
}

/** Ends the run with its figures, under a code that the audit of the ledger checks; the next run begins after a pause. */
export async function completeRun(
  db: Database,
  {
    figures,
    pauseMs,
  }: { figures: Omit<ReconciliationFigures, 'completedAt' | 'observedSince'>; pauseMs: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const [said] = await trx('state')
      .update({
        ...START,
        figures: JSON.stringify(figures),
        completed_at: trx.fn.now(),
        busy_until: trx.fn.now(),
        due_at: trx.raw(`now() + ? * interval '1 millisecond'`, [pauseMs]),
      })
      .returning(['figures', 'completed_at', 'observed_since']);
    await trx('state').update({ mac: macOfFigures(trx, said) });
  });
}

/** The figures of the last complete run; null before the first. */
export async function readFigures(db: Database): Promise<ReconciliationFigures | null> {
  const row = await db('state').whereNotNull('completed_at').first();
  if (!row) return null;
  const { figures, completed_at, observed_since } = row;
  return { ...figures, completedAt: completed_at.toISOString(), observedSince: observed_since.toISOString() };
}

/** Seconds since the last complete run, or since the first run became due. */
export async function readAgeSeconds(db: Database): Promise<number> {
  const row = await db('state').first(
    db.raw('extract(epoch from now() - coalesce(completed_at, observed_since))::float8 as age'),
  );
  return Math.max(0, row?.age ?? 0);
}

export type AcceptedPayment = {
  id: string;
  cluster: string;
  signature: string;
  slot: number;
  amount: string;
  demand: Pick<JudgedDemand, 'mint' | 'tokenProgram' | 'burnWallet'> | null;
  /** What its receipt shows; null if it was accepted before it was final. */
  facts: Evidence | null;
};

/** Accepted payments by id, after one. */
export async function acceptedAfter(
  db: Database,
  { cluster, afterId, limit }: { cluster: string; afterId: string; limit: number },
): Promise<AcceptedPayment[]> {
  const rows = await db('verifications')
    .leftJoin('evidence', (on) => on.using(['cluster', 'signature']))
    .where({ cluster, outcome: 'accepted' })
    .whereNot({ purpose: 'look' })
    // What was settled by hand need not be what the rules ask for.
    .whereRaw('code is distinct from ?', [SETTLED])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .select('id', 'cluster', 'signature', 'slot', 'amount', 'judged_demand as demand', 'facts');
  return rows.map((row) => ({ ...row, slot: Number(row.slot) }));
}

/** Existing rows stay: what is final does not change. */
export async function keepObserved(
  db: Database,
  row: { cluster: string; signature: string; slot: number; burned: bigint; credited: bigint },
): Promise<void> {
  const { burned, credited } = row;
  await db('observed_burns')
    .insert({ ...row, burned: burned.toString(), credited: credited.toString() })
    .onConflict(['cluster', 'signature'])
    .ignore();
}

type Unexplained = {
  countedTwice: number;
  unexplainedBurns: number;
  unexplainedBurned: string;
  unexplainedCredits: number;
  unexplainedCredited: string;
};

/** What was burned or received without an accepted or pending payment, in base units. */
export async function countUnexplained(db: Database, cluster: string): Promise<Unexplained> {
  const { rows } = await db.raw<{ rows: Unexplained[] }>(
    `select
       count(*) filter (where burned > 0)::int as "unexplainedBurns",
       coalesce(sum(burned), 0)::text as "unexplainedBurned",
       count(*) filter (where credited > 0)::int as "unexplainedCredits",
       coalesce(sum(credited), 0)::text as "unexplainedCredited",
       (select count(*)::int from (
          select from verifications where cluster = :cluster and outcome = 'accepted' and purpose <> 'look'
          group by signature having count(*) > 1
        ) twice) as "countedTwice"
     from observed_burns observed
     where cluster = :cluster and not exists (
       select from verifications used
       where used.signature = observed.signature and used.purpose <> 'look' and used.outcome <> 'rejected'
     )`,
    { cluster },
  );
  const [counted] = rows;
  if (!counted) throw new Error('The query returned no row');
  return counted;
}

/** Figures of the last complete run; before the first run, only the age. */
export function addReconciliationMetrics(metrics: Metrics, db: Database): void {
  metrics.addSource({
    name: 'reconciliation',
    gauges: {
      reconciliation_age_seconds: {
        help: 'Time since the last complete comparison of payments with the chain',
      },
      reconciliation_payments_not_on_chain: {
        help: 'Accepted payments that a quorum of providers does not have as they were accepted',
      },
      reconciliation_payments_counted_twice: { help: 'Transactions that count for more than one payment' },
      reconciliation_payments_unread: { help: 'Accepted payments that no quorum can show any more' },
      reconciliation_unexplained_burns: { help: 'Burns of LIST that match no payment' },
      reconciliation_unexplained_credits: { help: 'Transfers to the burn wallet that match no payment' },
    },
    async read() {
      const figures = await readFigures(db);
      const gauge = (value: number | undefined) => (value === undefined ? [] : [{ value }]);
      return {
        reconciliation_age_seconds: [{ value: await readAgeSeconds(db) }],
        reconciliation_payments_not_on_chain: gauge(figures?.notOnChain),
        reconciliation_payments_counted_twice: gauge(figures?.countedTwice),
        reconciliation_payments_unread: gauge(figures?.unread),
        reconciliation_unexplained_burns: gauge(figures?.unexplainedBurns),
        reconciliation_unexplained_credits: gauge(figures?.unexplainedCredits),
      };
    },
  });
}
