import type { Database } from '@naughty-list/service-kit/database';
import type { Evidence } from '../chain/facts.ts';

type EvidenceRow = { cluster: string; signature: string; facts: Evidence; providers: string[] };

export async function findEvidence(
  db: Database,
  key: { cluster: string; signature: string },
): Promise<Evidence | undefined> {
  const row = await db<EvidenceRow>('evidence').where(key).first('facts');
  return row?.facts;
}

/** Finalised evidence does not change: the first that is stored stays. */
export async function saveEvidence(
  db: Database,
  row: { cluster: string; signature: string; facts: Evidence; providers: string[] },
): Promise<void> {
  await db('evidence')
    .insert({ ...row, facts: JSON.stringify(row.facts) })
    .onConflict(['cluster', 'signature'])
    .ignore();
}

/** Has it read anew: what an older program could not make sense of, this one may. */
export async function forgetEvidence(
  db: Database,
  key: { cluster: string; signature: string },
): Promise<void> {
  await db('evidence').where(key).delete();
}
