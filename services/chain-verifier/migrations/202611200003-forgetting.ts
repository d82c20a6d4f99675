import type { Knex } from 'knex';

/** Looks, and evidence that only looks asked for, are kept for a while only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Serves forgetLooks: old looks.
    create index verifications_looks on verifications (received_at) where purpose = 'look'`);
  await knex.raw(`
    -- Serves forgetLooks: old evidence.
    create index evidence_stored_at on evidence (stored_at)`);
  await knex.raw(`
    -- Serves forgetLooks: whether a claim rests on evidence.
    create index verifications_claims_by_signature on verifications (signature) where purpose <> 'look'`);
}
