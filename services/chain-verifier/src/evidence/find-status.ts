import type { JudgedCommitment, LandedStatus } from '../chain/read-status.ts';
import type { Answer, Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

const commitments = ['processed', 'confirmed', 'finalized'] as const;

/** A provider that is this many slots past a finalised transaction and does not know it is not merely behind. */
const MOST_LAG_SLOTS = 150;

/**
 * The commitment that a quorum of providers confirms, taking the most advanced ones, so that one stalled provider does
 * not delay a transaction that enough others know. Asks providers until a quorum has reached `wanted`. Null if a quorum
 * does not know the transaction and no provider does. Throws an RpcFault if too few providers answer, and
 * `provider_conflict` if one reports it as finalised while another, well past that slot, does not know it.
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
  await requireNoDenial(providers, answers);
  // Known, but by too few: the other providers are behind.
  return { ...least, commitment: 'processed' };
}

const place = ({ commitment }: LandedStatus) => commitments.indexOf(commitment);

async function requireNoDenial(providers: Providers, answers: Answer<LandedStatus | null>[]): Promise<void> {
  const slots = answers.flatMap(({ answer }) => (answer?.commitment === 'finalized' ? [answer.slot] : []));
  const denying = new Set(answers.flatMap(({ provider, answer }) => (answer ? [] : [provider])));
  if (slots.length === 0) return;
  const { answers: heads } = await providers.ask(
    async (rpc) => (denying.has(rpc.name) ? rpc.slot('finalized') : 0),
    () => false,
  );
  const ahead = heads.find(({ answer }) => answer > Math.max(...slots) + MOST_LAG_SLOTS);
  if (ahead) throw new RpcFault('provider_conflict', 'does not know a finalised transaction', ahead);
}
