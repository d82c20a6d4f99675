import type { Evidence } from '../chain/facts.ts';
import { isNativeMint } from '../chain/programs.ts';
import { isObject, readArray, readInteger } from '../chain/read-json.ts';
import type { JudgedCommitment } from '../chain/read-status.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import type { Lamports } from '../verdicts/judge-loss.ts';
import { readTransaction, requireSameEnd } from './collect.ts';
import { findStatus } from './find-status.ts';

/** Evidence of a transaction with the lamports of its accounts, which payments do without. */
export type LossFacts = { evidence: Evidence & { blockTime: number }; lamports: Lamports };

/**
 * The facts of a transaction that a quorum of the providers agrees on; `null` if none knows it, `not-final` while it can
 * still change.
 *
 * @throws RpcFault while too few agree
 */
export async function collectLoss(
  providers: Providers,
  asked: { signature: string; commitment: JudgedCommitment },
): Promise<LossFacts | 'not-final' | null> {
  const { signature, commitment } = asked;
  const status = await findStatus(providers, signature, commitment);
  if (!status) return null;
  if (status.commitment !== 'finalized' && status.commitment !== commitment) return 'not-final';
  const { answers } = await providers.agree(
    (rpc) => readFrom(rpc, asked),
    ({ evidence: { blockTime: _, ...facts }, lamports }) => ({ facts, lamports }),
  );
  const [{ answer, provider }] = answers;
  const { evidence, lamports } = answer;
  const blockTime = answers.find(({ answer }) => answer.evidence.blockTime !== null)?.answer.evidence
    .blockTime;
  requireSameEnd(status, evidence, provider);
  if (typeof blockTime !== 'number')
    throw new RpcFault('incomplete_response', 'the block has no time', { provider });
  return { evidence: { ...evidence, blockTime }, lamports };
}

async function readFrom(rpc: Rpc, asked: Parameters<typeof readTransaction>[1]) {
  const { evidence, transaction } = await readTransaction(rpc, asked);
  const lamports = readLamports(transaction, evidence.accountKeys);
  if (!lamports) throw new RpcFault('malformed_response', 'lamports do not add up', { provider: rpc.name });
  const wrapped = evidence.balances.map(({ mint }) => mint).filter(isNativeMint);
  return { evidence, lamports: { ...lamports, wrapped } };
}

/** The lamports of each account before and after; undefined if malformed, or if they did not shrink by exactly the fee. */
export function readLamports(
  answer: unknown,
  accountKeys: readonly string[],
): Omit<Lamports, 'wrapped'> | undefined {
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {};
  try {
    const fee = BigInt(readInteger(meta.fee, 'fee'));
    const read = (name: string) =>
      readArray(meta[name], name).map((lamports) => BigInt(readInteger(lamports, name)));
    const [before, after] = [read('preBalances'), read('postBalances')];
    const sum = (amounts: bigint[]) => amounts.reduce((total, each) => total + each, 0n);
    if (before.length !== accountKeys.length || after.length !== accountKeys.length) return undefined;
    if (sum(before) - sum(after) !== fee) return undefined;
    const accounts = accountKeys.map((account, at) => ({
      account,
      before: before[at] as bigint,
      after: after[at] as bigint,
    }));
    return { fee, accounts };
  } catch {
    return undefined;
  }
}
