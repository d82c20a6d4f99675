import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { JudgedCommitment } from '../chain/read-status.ts';
import type { Head } from '../providers/head.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import type { Demand } from '../verdicts/demand.ts';
import { recordAbsence } from './judging-repository.ts';
import { NotDecidedYet } from './pending.ts';
import { refusal } from './record-verdict.ts';
import { type Decision, isAbsentLongEnough, isNotFoundDue, type VerificationRecord } from './verification.ts';

/** The longest that a client waits for a preview, whose verdict is not binding. */
export const PREVIEW_MS = 30_000;

type Parts = {
  db: Database;
  providers: Providers;
  head: () => Promise<Head>;
  clock: Clock;
  notFoundAfterMs: number;
  commitment: JudgedCommitment;
};

/**
 * Decides about a transaction that no provider knows. Throws {@link NotDecidedYet} while it may still land, by our
 * clock or the chain's, or if the providers that do not know it are behind; an RpcFault if it was final, or if a
 * provider knows the transaction but not its status.
 */
export async function decideNotFound(
  parts: Parts,
  record: VerificationRecord,
  demand: Demand,
): Promise<Decision> {
  const { db, clock } = parts;
  const now = clock.now();
  const isPreview = record.purpose === 'look';
  const notFoundAfterMs = isPreview ? Math.min(parts.notFoundAfterMs, PREVIEW_MS) : parts.notFoundAfterMs;
  const mayLand = () => new NotDecidedYet('not_found_yet', 'it may still land');
  const isDue = isNotFoundDue({ record, now, headTime: Number.POSITIVE_INFINITY, notFoundAfterMs });
  // A preview has no consequences and may be of any signature, so it is not worth further calls.
  if (isPreview && isDue) return refusal('not_found', demand);
  if (isPreview) throw mayLand();
  // A quorum has called it final: they have pruned it, and another provider, or an archive, may show it.
  if (record.stage === 'finalised')
    throw new RpcFault('history_unavailable', 'it was final, and is not known any more', { provider: 'all' });
  // Saves two calls: nothing can be decided yet.
  if (!isDue && record.absentSince) throw mayLand();
  const head = await parts.head();
  if (head.time !== null && !record.absentSince) await recordAbsence(db, record, new Date(head.time * 1_000));
  if (!isDue) throw mayLand();
  if (head.time === null || !isNotFoundDue({ record, now, headTime: head.time, notFoundAfterMs }))
    throw new NotDecidedYet('provider_behind', `head at ${head.time}`);
  const absentSince = record.absentSince ?? new Date(head.time * 1_000);
  if (!isAbsentLongEnough({ absentSince, headTime: head.time, notFoundAfterMs })) throw mayLand();
  await confirmAbsence(parts, record.signature, head.slot);
  return refusal('not_found', demand);
}

/** Requires a quorum that does not know the transaction, each as of a slot no older than the finalised head. */
async function confirmAbsence(
  { providers, commitment }: Parts,
  signature: string,
  headSlot: number,
): Promise<void> {
  const { answers } = await providers.ask(
    async (rpc) => {
      const transaction = await rpc.transaction(signature, commitment);
      const absentAsOf = transaction === null ? await rpc.absentAsOf(signature) : null;
      return { absentAsOf };
    },
    (given) => given.some(({ answer }) => answer.absentAsOf === null),
  );
  const knowing = answers.find(({ answer }) => answer.absentAsOf === null);
  if (knowing) throw new RpcFault('provider_conflict', 'a transaction without a status', knowing);
  if (answers.length < providers.quorum) throw new NotDecidedYet('provider_error', 'too few providers');
  const current = answers.filter(({ answer }) => (answer.absentAsOf ?? 0) >= headSlot);
  if (current.length < providers.quorum)
    throw new NotDecidedYet('provider_behind', `providers that do not know it are behind slot ${headSlot}`);
}
