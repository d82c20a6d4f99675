import pg from 'pg';
import type { Subject } from './run-record.ts';

export type Effect = { subject: Subject; payment: string };

/** State of the tables. */
export type Tables = {
  effects: Effect[];
  /** Payments that the verifier accepted for an effect. */
  accepted: string[];
  /** Undecided claims and found transactions, and members without a link: one line each. */
  open: string[];
};

const EFFECTS = `
  select 'report:' || id as subject, burn_transaction_hash as payment from reports.scammer_reports where is_removed and deleted_at is null
  union all select 'member:' || reference, transaction_hash from membership.alpha_group_members`;

const ACCEPTED = `
  select signature from chain.verifications where outcome = 'accepted' and purpose <> 'look'`;

const OPEN = `
  select 'the claim on report:' || report_id || ' by ' || signature as what from reports.removal_claims where status = 'pending'
  union all select 'the claim on member:' || reference || ' by ' || signature from membership.membership_claims
    where status = 'pending'
  union all select 'the link of member:' || reference from membership.alpha_group_members where telegram_link is null
  union all select 'what pays for something in ' || signature || coalesce(' (' || code || ')', '') from chain.found_transactions
    where handled_at is null`;

export async function readTables(databaseUrl: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const effects = await client.query<Effect>(EFFECTS);
    const accepted = await client.query<{ signature: string }>(ACCEPTED);
    const open = await client.query<{ what: string }>(OPEN);
    return {
      effects: effects.rows,
      accepted: accepted.rows.map(({ signature }) => signature),
      open: open.rows.map(({ what }) => what),
    };
  } finally {
    await client.end();
  }
}
