import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

export async function up(db: Knex): Promise<void> {
  // Serves forgetRefusedClaims: old refusals.
  await createIndex(db, {
    name: 'membership_claims_refused',
    table: 'membership_claims',
    definition: "(decided_at) where status = 'refused' and amount is null",
  });
  // Serves forgetReferences: the claims of a reference, also for the foreign key.
  await createIndex(db, {
    name: 'membership_claims_reference',
    table: 'membership_claims',
    definition: '(reference)',
  });
  // Serves forgetReferences: old references.
  await createIndex(db, {
    name: 'payment_references_asked',
    table: 'payment_references',
    definition: '(asked_at)',
  });
}
