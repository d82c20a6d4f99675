import { membershipTexts, type VerifyTransactionAnswer } from '@naughty-list/contracts/membership';
import { Address } from '@naughty-list/contracts/primitives';
import { ALREADY_USED, type Refusal } from '@naughty-list/payment-flow/claim-table';
import type { Member } from '../members/repository.ts';
import { memberAlready, walletAlready } from './claim.ts';

/** What is known before a transaction is claimed. */
export type Known = {
  /** The transaction's. */
  signature: string;
  /** The member that this browser belongs to. */
  own: Member | undefined;
  /** The member that the transaction admitted. */
  paid: Member | undefined;
  /** The wallet that signed for this claim, and its membership. */
  wallet: Address | undefined;
  ofWallet: Member | undefined;
};

/**
 * `return`: the browser belongs to the member. `join`: another browser has proved the member's wallet. `refuse`:
 * nothing is claimed, and the transaction stays unused.
 */
export type Decision =
  | { kind: 'claim' }
  | { kind: 'return' | 'join'; member: Member }
  | { kind: 'refuse'; answer: VerifyTransactionAnswer };

export function decideClaim({ signature, own, paid, wallet, ofWallet }: Known): Decision {
  if (own && (own.transactionHash === signature || (paid && isSame(own, paid))))
    return { kind: 'return', member: own };
  if (paid && wallet && paid.walletAddress === wallet) return { kind: 'join', member: ofWallet ?? paid };
  if (paid) return refuse({ code: ALREADY_USED, message: membershipTexts.alreadyUsed }, payersOf(paid));
  if (own) return refuse(memberAlready);
  return ofWallet ? refuse(walletAlready) : { kind: 'claim' };
}

/** A wallet that paid twice before one membership per wallet was enforced has two rows. */
function isSame(one: Member, other: Member): boolean {
  return one.id === other.id || (payersOf(one) !== undefined && one.walletAddress === other.walletAddress);
}

/** The wallet whose signature grants access to the chat; undefined when the payer is unknown. */
function payersOf({ walletAddress }: Member): Address[] | undefined {
  const { data } = Address.safeParse(walletAddress);
  return data && [data];
}

function refuse({ code, message }: Refusal, payers?: Address[]): Decision {
  return {
    kind: 'refuse',
    answer: { success: false, message, reason: code, ...(payers ? { payers } : {}) },
  };
}
