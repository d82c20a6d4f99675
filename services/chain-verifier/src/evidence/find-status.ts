import type { JudgedCommitment, LandedStatus } from '../chain/read-status.ts';
import type { Answer, Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

const commitments = ['processed', 'confirmed', 'finalized'] as const;

/** A provider that is this far past a finalised transaction and knows nothing of it is not merely behind. */
const MOST_LAG_SLOTS = 150;

/**
 * How far a transaction has come for as many providers as the quorum asks for, those for which it has come the farthest: one that
 * stands still holds up nothing that enough others know. They are asked until enough call it `wanted`. Null where a
 * quorum of them knows nothing of it and no other does. Throws an RpcFault where too few can be asked, and
 * `provider_conflict` where one calls it finalised that another, well past that slot, has never seen.
 */
export async function findStatus(
  providers: Providers,
  signature: string,
  wanted: JudgedCommitment = 'finalized',
): Promise<LandedStatus | null> {
  const { quorum } = providers;
  const { answers, faults } = await providers.ask(
    (rpc) => rpc.status(signature),
    (given) =>
      given.filter(({ answer }) => answer && place(answer) >= commitments.indexOf(wanted)).length >= quorum,
  );
  const known = answers.flatMap(({ answer }) => (answer ? [answer] : []));
  known.sort((a, b) => place(b) - place(a));
  const agreed = known[quorum - 1];
  if (agreed) return agreed;
  const least = known.at(-1);
  if (answers.length < quorum)
    throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
  if (!least) return null;
  await refuseDenial(providers, answers);
  // Some know it and too few say so: the others are behind.
  return { ...least, commitment: 'processed' };
}

const place = ({ commitment }: LandedStatus) => commitments.indexOf(commitment);

async function refuseDenial(providers: Providers, answers: Answer<LandedStatus | null>[]): Promise<void> {
  const slots = answers.flatMap(({ answer }) => (answer?.commitment === 'finalized' ? [answer.slot] : []));
  const denying = new Set(answers.flatMap(({ provider, answer }) => (answer ? [] : [provider])));
  if (slots.length === 0) return;
  const { answers: heads } = await providers.ask(
    async (rpc) => (denying.has(rpc.name) ? rpc.slot('finalized') : 0),
    () => false,
  );
  const ahead = heads.find(({ answer }) => answer > Math.max(...slots) + MOST_LAG_SLOTS);
  if (ahead) throw new RpcFault('provider_conflict', 'knows nothing of a finalised transaction', ahead);
}
