import type { Database } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';

type EvidenceRow = {
  cluster: string;
  signature: string;
  facts: Evidence;
  providers: string[];
  response: string | null;
};

export async function findEvidence(
  db: Database,
  key: { cluster: string; signature: string },
): Promise<Evidence | undefined> {
  const row = await db<EvidenceRow>('evidence').where(key).first('facts');
  return row?.facts;
}

/** Returns only evidence that an accepted claim rests on: anything else may be a provider's mistake. */
export async function findAcceptedEvidence(
  db: Database,
  key: { cluster: string; signature: string },
): Promise<Evidence | undefined> {
  const row = await db<EvidenceRow & { is_accepted: boolean }>('evidence')
    .where({ ...key, is_accepted: true })
    .first('facts');
  return row?.facts;
}

/**
 * SQL condition that no accepted claim rests on the row aliased `stored`: accepted claims keep their evidence forever.
 */
export const REPLACEABLE = `not stored.is_accepted and not exists (
  select 1 from verifications used where used.cluster = stored.cluster and used.signature = stored.signature
    and used.outcome = 'accepted' and used.purpose <> 'look')`;

/** Stores evidence, replacing earlier evidence unless an accepted claim rests on it. */
export async function saveEvidence(db: Database, row: EvidenceRow): Promise<void> {
  await db('evidence as stored')
    .insert({ ...row, facts: JSON.stringify(row.facts) })
    .onConflict(['cluster', 'signature'])
    .merge({
      facts: db.raw('excluded.facts'),
      providers: db.raw('excluded.providers'),
      response: db.raw('excluded.response'),
      stored_at: db.fn.now(),
    })
    .whereRaw(REPLACEABLE);
}
