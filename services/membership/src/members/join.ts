import { type Proof, useProof } from '@naughty-list/payment-flow/proofs';
import type { Knex } from 'knex';
import { lockReference } from '../references/repository.ts';
import { addBrowser, findMemberBy, type Member } from './repository.ts';

/**
 * Adds a browser to the member whose wallet signed the proof, and marks the proof used. Idempotent, as the call may
 * be repeated. Throws `proof_invalid` or `proof_expired`.
 */
export async function joinMember(
  db: Knex,
  { reference, member, proof }: { reference: string; member: Member; proof: Proof },
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockReference(trx, reference);
    const own = await findMemberBy(trx, reference);
    if (own?.id === member.id) return;
    await useProof(trx, proof);
    await addBrowser(trx, { reference, memberId: member.id });
  });
}
