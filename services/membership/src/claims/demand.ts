import { Address, WholeTokens } from '@naughty-list/contracts/primitives';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { Reference } from '../references/repository.ts';

/** Identifies a visitor's membership in demands and proofs. */
export function membershipSubject(reference: string): string {
  return `membership:${reference}`;
}

/** The demand for the membership of a reference's visitor. */
export function membershipDemand({ reference, key, feeTokens, createdAt }: Reference): PaymentDemand {
  return {
    subject: membershipSubject(reference),
    minimumTokens: WholeTokens.parse(feeTokens),
    reference,
    referenceKey: Address.parse(key),
    notBefore: Math.floor(createdAt.getTime() / 1000),
  };
}
