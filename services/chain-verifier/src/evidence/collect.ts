import { isDeepStrictEqual } from 'node:util';
import { readEvidence } from '../chain/evidence.ts';
import type { Evidence } from '../chain/facts.ts';
import type { JudgedCommitment, LandedStatus } from '../chain/read-status.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** What providers that agree say of one transaction. */
export type Collected = { evidence: Evidence; providers: string[] };

/**
 * Evidence for a transaction that has landed, from as many providers as the quorum asks for. Throws an RpcFault while too
 * few know it whole (`history_unavailable`, `incomplete_response`, ...) or they disagree (`provider_conflict`).
 */
export async function collectEvidence(
  providers: Providers,
  landed: { signature: string; commitment: JudgedCommitment; status: LandedStatus },
): Promise<Collected> {
  const { answers, faults } = await providers.ask(
    (rpc) => readFrom(rpc, landed.signature, landed.commitment),
    ({ length }) => length >= providers.quorum,
  );
  const [first, ...others] = answers;
  if (!first || answers.length < providers.quorum)
    throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
  const { answer: evidence, provider } = first;
  for (const other of others) {
    if (!isDeepStrictEqual(other.answer, evidence))
      throw new RpcFault('provider_conflict', `${other.provider} disagrees`, { provider });
  }
  const { status } = landed;
  if (status.slot !== evidence.slot || status.success !== evidence.success)
    throw new RpcFault('provider_conflict', 'status and transaction disagree', { provider });
  return { evidence, providers: answers.map((answer) => answer.provider) };
}

async function readFrom(rpc: Rpc, signature: string, commitment: JudgedCommitment): Promise<Evidence> {
  const answer = await rpc.transaction(signature, commitment);
  if (answer === null)
    throw new RpcFault('history_unavailable', 'status without a transaction', { provider: rpc.name });
  const read = readEvidence({ answer, signature });
  if (!read.ok) throw new RpcFault(read.fault.code, read.fault.detail, { provider: rpc.name });
  const { evidence } = read;
  if (evidence.blockTime !== null) return evidence;
  // Some nodes leave it out of the transaction and know it all the same; where it is needed, the judge says so.
  const blockTime = await rpc.blockTime(evidence.slot).catch(() => null);
  return { ...evidence, blockTime };
}
