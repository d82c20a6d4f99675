import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';
import { collectEvidence } from '../evidence/collect.ts';
import { findStatus } from '../evidence/find-status.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { buildDemand, type Demand } from '../verdicts/demand.ts';
import { type Count, checkReadable, checkSuccess, countPayment } from '../verdicts/judge-payment.ts';
import { saveEvidence } from '../verifications/judging-repository.ts';
import { NotDecidedYet } from '../verifications/verification.ts';
import type { AcceptedPayment } from './repository.ts';

type Token = Pick<Demand, 'mint' | 'tokenProgram' | 'burnWallet'>;

/**
 * What was burned and credited to the burn wallet. Both are 0 if `finding` says why they do not count, or the
 * transaction cannot be read in full.
 */
export function countPaid(evidence: Evidence, token: Token): Count {
  const anything = { reference: 'any', referencePrefixes: [], notBefore: 0 };
  const demand = buildDemand({ ...token, ...anything, decimals: 0, minimum: 1n, unbound: 'accept' });
  const unread = [checkSuccess, checkReadable]
    .map((check) => check(evidence, demand))
    .find((finding) => 'outcome' in finding);
  return unread ? { burned: 0n, credited: 0n, finding: unread } : countPayment(evidence, demand);
}

/** Who paid what, as receipts name it; without the fields that another encoding of the transaction lacks. */
const paidBy = ({ feePayer, signers, burns, transfers }: Evidence) => ({
  feePayer,
  signers,
  burns,
  transfers,
});

/**
 * Whether a quorum of providers shows an accepted payment as it was accepted, and as its receipt does. One that was accepted before
 * it was final has no receipt yet: its evidence is kept now. Throws an RpcFault or NotDecidedYet while that cannot be decided: a
 * provider that is down, behind or without the history is never a finding.
 */
export async function isOnChain(
  { db, providers }: { db: Database; providers: Providers },
  { cluster, signature, slot, amount, demand, facts }: AcceptedPayment,
): Promise<boolean> {
  const status = await findStatus(providers, signature);
  if (!status) {
    await requireHistory(providers, slot);
    return false;
  }
  if (status.commitment !== 'finalized')
    throw new RpcFault('provider_behind', 'not final', { provider: 'all' });
  if (!status.success || status.slot !== slot) return false;
  const landed = { signature, commitment: 'finalized' as const, status };
  const { evidence, providers: names, response } = await collectEvidence(providers, landed);
  if (demand && !hasPaid(evidence, demand, BigInt(amount))) return false;
  if (facts) return isDeepStrictEqual(paidBy(facts), paidBy(evidence));
  // Without its block time, it can still change.
  if (evidence.blockTime !== null)
    await saveEvidence(db, { cluster, signature, facts: evidence, providers: names, response });
  return true;
}

/** Whether a transaction paid exactly this amount. Throws NotDecidedYet if its amount cannot be determined. */
export function hasPaid(evidence: Evidence, token: Token, amount: bigint): boolean {
  const { burned, credited, finding } = countPaid(evidence, token);
  if ('outcome' in finding && finding.outcome === 'unknown')
    throw new NotDecidedYet(finding.code, finding.detail);
  return burned + credited === amount;
}

/** A provider that has dropped the block does not know its transactions either. */
async function requireHistory(providers: Providers, slot: number): Promise<void> {
  const { answers } = await providers.ask(
    (rpc) => rpc.blockTime(slot),
    () => false,
  );
  if (answers.filter(({ answer }) => answer !== null).length < providers.quorum)
    throw new RpcFault('history_unavailable', 'too few providers have the block', { provider: 'all' });
}
