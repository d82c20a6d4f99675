import type { Clock } from '@naughty-list/service-kit/clock';
import type { JudgedCommitment } from '../chain/rpc.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import type { Demand } from '../verdicts/demand.ts';
import { NotDecidedYet } from './pending.ts';
import { refusal } from './refusal.ts';
import { type Decision, isGivenUp, type VerificationRecord } from './verification.ts';

// Nobody waits longer for a look, and its verdict binds nobody.
const LOOK_MS = 30_000;

/**
 * What becomes of a transaction that no provider knows. Throws {@link NotDecidedYet} while it may still land, an RpcFault
 * where a provider knows the transaction although it knows no status of it.
 */
export async function giveUp(
  parts: { providers: Providers; clock: Clock; notFoundAfterMs: number; commitment: JudgedCommitment },
  record: VerificationRecord,
  demand: Demand,
): Promise<Decision> {
  const { providers, clock, commitment } = parts;
  const now = clock.now();
  const notFoundAfterMs =
    record.purpose === 'look' ? Math.min(parts.notFoundAfterMs, LOOK_MS) : parts.notFoundAfterMs;
  // Spares the provider two calls as long as the answer is clear.
  if (!isGivenUp({ record, now, headTime: Number.POSITIVE_INFINITY, notFoundAfterMs }))
    throw new NotDecidedYet('not_found_yet', 'it may still land');
  const headTime = await providers.first(async (rpc) => rpc.blockTime(await rpc.slot('finalized')));
  if (headTime === null || !isGivenUp({ record, now, headTime, notFoundAfterMs }))
    throw new NotDecidedYet('provider_behind', `head at ${headTime}`);
  const { answers } = await providers.ask(
    (rpc) => rpc.transaction(record.signature, commitment),
    (given) => given.some(({ answer }) => answer !== null),
  );
  const knowing = answers.find(({ answer }) => answer !== null);
  if (knowing) throw new RpcFault('provider_conflict', 'a transaction without a status', knowing);
  if (answers.length < providers.quorum) throw new NotDecidedYet('provider_error', 'too few providers');
  return refusal('not_found', demand);
}
