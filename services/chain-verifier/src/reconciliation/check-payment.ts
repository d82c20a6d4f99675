import type { Evidence } from '../chain/facts.ts';
import { collectEvidence } from '../evidence/collect.ts';
import { findStatus } from '../evidence/find-status.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { buildDemand, type Demand } from '../verdicts/demand.ts';
import { countPayment } from '../verdicts/judge-payment.ts';
import type { AcceptedPayment } from './repository.ts';

type Token = Pick<Demand, 'mint' | 'tokenProgram' | 'burnWallet'>;

/** Burned, and credited to the burn wallet; both 0 where that cannot be determined. */
export function countPaid(evidence: Evidence, token: Token): { burned: bigint; credited: bigint } {
  const anything = { reference: 'any', referencePrefixes: [], notBefore: 0 };
  const demand = buildDemand({ ...token, ...anything, decimals: 0, minimum: 1n, unbound: 'accept' });
  const { burned, credited } = countPayment(evidence, demand);
  return { burned, credited };
}

/**
 * Whether the chain has an accepted payment as it was accepted, by a quorum of providers. Throws an RpcFault while that cannot be
 * decided: a provider that is down, behind or without the history is never a finding.
 */
export async function isOnChain(
  providers: Providers,
  { signature, slot, amount, demand }: AcceptedPayment,
): Promise<boolean> {
  const status = await findStatus(providers, signature);
  if (!status) {
    await requireHistory(providers, slot);
    return false;
  }
  if (status.commitment !== 'finalized')
    throw new RpcFault('provider_behind', 'not final', { provider: 'all' });
  if (!status.success || status.slot !== slot) return false;
  if (!demand) return true;
  const { evidence } = await collectEvidence(providers, { signature, commitment: 'finalized', status });
  const { burned, credited } = countPaid(evidence, demand);
  return burned + credited === BigInt(amount);
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
