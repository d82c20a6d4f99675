import { isDeepStrictEqual } from 'node:util';
import { readEvidence } from '../chain/evidence.ts';
import type { Evidence } from '../chain/facts.ts';
import type { JudgedCommitment, LandedStatus } from '../chain/read-status.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Answer, Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** Evidence of one transaction, the providers that agree on it, and the response of one of them, for the receipt. */
export type Collected = { evidence: Evidence; providers: string[]; response: string };

/**
 * Collects evidence of a landed transaction from a quorum of providers. Throws an RpcFault while too few have it in
 * full (`history_unavailable`, `incomplete_response`, ...) or they disagree (`provider_conflict`).
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
  const { answer, provider } = first;
  const { evidence, response } = answer;
  const { blockTime: _, ...facts } = evidence;
  for (const other of others) {
    const { blockTime: _time, ...said } = other.answer.evidence;
    if (!isDeepStrictEqual(said, facts))
      throw new RpcFault('provider_conflict', `${other.provider} disagrees`, { provider });
  }
  const { status } = landed;
  if (status.slot !== evidence.slot || status.success !== evidence.success)
    throw new RpcFault('provider_conflict', 'status and transaction disagree', { provider });
  const times = answers.map((answer) => ({
    provider: answer.provider,
    answer: answer.answer.evidence.blockTime,
  }));
  const blockTime = agreed(times, providers.quorum) ?? (await askBlockTime(providers, evidence.slot));
  return {
    evidence: { ...evidence, blockTime },
    providers: answers.map(({ provider }) => provider),
    response,
  };
}

/**
 * Some nodes omit the block time or do not know it, so others are asked. If it is still null, the judge reports when it
 * is needed.
 */
async function askBlockTime(providers: Providers, slot: number): Promise<number | null> {
  const { quorum } = providers;
  const { answers } = await providers.ask(
    (rpc) => rpc.blockTime(slot),
    (given) => given.filter(({ answer }) => answer !== null).length >= quorum,
  );
  return agreed(answers, quorum);
}

/** Null if fewer than a quorum know it. Throws `provider_conflict` if those that know it disagree. */
function agreed(times: readonly Answer<number | null>[], quorum: number): number | null {
  const known = times.filter(({ answer }) => answer !== null);
  const [first] = known;
  const other = known.find(({ answer }) => answer !== first?.answer);
  if (other) throw new RpcFault('provider_conflict', 'the block times differ', other);
  return first && known.length >= quorum ? first.answer : null;
}

async function readFrom(
  rpc: Rpc,
  signature: string,
  commitment: JudgedCommitment,
): Promise<{ evidence: Evidence; response: string }> {
  const answer = await rpc.transaction(signature, commitment);
  if (answer === null)
    throw new RpcFault('history_unavailable', 'status without a transaction', { provider: rpc.name });
  const read = readEvidence({ answer, signature });
  if (!read.ok) throw new RpcFault(read.fault.code, read.fault.detail, { provider: rpc.name });
  return { evidence: read.evidence, response: JSON.stringify(withoutUnread(answer)) };
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
