import { readEvidence } from '../chain/evidence.ts';
import type { Evidence } from '../chain/facts.ts';
import type { JudgedCommitment, LandedStatus } from '../chain/read-status.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Answer, Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** Evidence of one transaction, the providers that agree on it, and the response of one of them, for the receipt. */
export type Collected = { evidence: Evidence; providers: string[]; response: string };

/**
 * Collects evidence of a landed transaction that a majority of the providers, at least a quorum, agrees on. Throws an
 * RpcFault while too few have it in full (`history_unavailable`, `incomplete_response`, ...) or none of their accounts
 * has a majority (`provider_conflict`).
 */
export async function collectEvidence(
  providers: Providers,
  landed: { signature: string; commitment: JudgedCommitment; status: LandedStatus },
): Promise<Collected> {
  const { answers } = await providers.agree(
    (rpc) => readTransaction(rpc, landed),
    ({ evidence: { blockTime: _, ...facts } }) => facts,
  );
  const [{ answer, provider }] = answers;
  const { evidence } = answer;
  requireSameEnd(landed.status, evidence, provider);
  const blockTime = await agreeOnTime(providers, evidence.slot, answers);
  return {
    evidence: { ...evidence, blockTime },
    providers: answers.map(({ provider }) => provider),
    response: JSON.stringify(withoutUnread(answer.transaction)),
  };
}

/**
 * The block time that a majority names, in its transaction or when asked: some nodes omit it, and some are off by a
 * second. Null while too few know it; the judge reports when it is needed.
 */
async function agreeOnTime(
  providers: Providers,
  slot: number,
  answers: readonly Answer<{ evidence: Evidence }>[],
): Promise<number | null> {
  const named = new Map(answers.map(({ provider, answer }) => [provider, answer.evidence.blockTime]));
  const [first = null, ...others] = named.values();
  if (first !== null && others.every((time) => time === first)) return first;
  try {
    const agreed = await providers.agree(
      async (rpc) => named.get(rpc.name) ?? (await rpc.blockTime(slot)),
      (time) => time ?? undefined,
    );
    return agreed.answers[0].answer;
  } catch (error) {
    if (error instanceof RpcFault && error.code !== 'provider_conflict') return null;
    throw error;
  }
}

/** Throws `provider_conflict` if a transaction is not in the slot, or has not the outcome, that its status names. */
export function requireSameEnd(status: LandedStatus, evidence: Evidence, provider: string): void {
  if (status.slot !== evidence.slot || status.success !== evidence.success)
    throw new RpcFault('provider_conflict', 'status and transaction disagree', { provider });
}

/** A transaction as a provider returns it, and the evidence in it. Throws an RpcFault if it has none. */
export async function readTransaction(
  rpc: Rpc,
  { signature, commitment }: { signature: string; commitment: JudgedCommitment },
): Promise<{ evidence: Evidence; transaction: unknown }> {
  const transaction = await rpc.transaction(signature, commitment);
  if (transaction === null)
    throw new RpcFault('history_unavailable', 'status without a transaction', { provider: rpc.name });
  const read = readEvidence({ answer: transaction, signature });
  if (!read.ok) throw new RpcFault(read.fault.code, read.fault.detail, { provider: rpc.name });
  return { evidence: read.evidence, transaction };
}

/** The fields that evidence is read from; logs, fees and SOL balances are not stored. */
function withoutUnread(answer: unknown): unknown {
  const { slot, blockTime, version, transaction, meta } = answer as Record<string, unknown>;
  const { err, innerInstructions, loadedAddresses, preTokenBalances, postTokenBalances } = meta as Record<
    string,
    unknown
  >;
  const read = { err, innerInstructions, loadedAddresses, preTokenBalances, postTokenBalances };
  return { slot, blockTime, version, transaction, meta: read };
}
