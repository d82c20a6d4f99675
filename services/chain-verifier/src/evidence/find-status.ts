import { type JudgedCommitment, type LandedStatus, rankOf } from '../chain/read-status.ts';
import type { Answer, Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** A provider that is this many slots past a finalised transaction and does not know it is not merely behind. */
const MOST_LAG_SLOTS = 150;

/**
 * The commitment that a quorum of providers confirms, taking the most advanced ones, so that one stalled provider does
 * not delay a transaction that enough others know. Asks providers until a quorum that agrees on slot and outcome has
 * reached `wanted`; one that contradicts the others on these does not count. Null if a quorum does not know the
 * transaction and no provider does. Throws an RpcFault if too few providers answer, and `provider_conflict` if one
 * reports it as finalised while another, well past that slot, does not know it.
 */
export async function findStatus(
  providers: Providers,
  signature: string,
  wanted: JudgedCommitment = 'finalized',
): Promise<LandedStatus | null> {
  const { quorum } = providers;
  const { answers, faults } = await providers.ask(
    (rpc) => rpc.status(signature),
    (given) => {
      const status = agreedStatus(given, quorum);
      return status !== undefined && place(status) >= rankOf(wanted);
    },
  );
  const agreed = agreedStatus(answers, quorum);
  if (agreed) return agreed;
  const [least] = knownOf(answers).toSorted((a, b) => place(a) - place(b));
  if (answers.length < quorum)
    throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
  if (!least) return null;
  requireNoContradiction(answers);
  await requireNoDenial(providers, answers);
  // Known, but by too few: the other providers are behind, or contradict each other.
  return { ...least, commitment: 'processed' };
}

const knownOf = (answers: readonly Answer<LandedStatus | null>[]): LandedStatus[] =>
  answers.flatMap(({ answer }) => (answer ? [answer] : []));

/** The slot and outcome that a quorum reports, and more providers than any other; with the commitment that a quorum of them confirms. */
function agreedStatus(
  answers: readonly Answer<LandedStatus | null>[],
  quorum: number,
): LandedStatus | undefined {
  const groups = Map.groupBy(knownOf(answers), ({ slot, success }) => `${slot} ${success}`);
  const [largest = [], second = []] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  if (largest.length === second.length) return undefined;
  return largest.toSorted((a, b) => place(b) - place(a))[quorum - 1];
}

const place = ({ commitment }: LandedStatus) => rankOf(commitment);

/** Unlike confirmed ones, finalised transactions cannot move to another slot. */
function requireNoContradiction(answers: readonly Answer<LandedStatus | null>[]): void {
  const final = answers.filter(({ answer }) => answer?.commitment === 'finalized');
  const other = final.find(({ answer }) => {
    const [first] = final;
    return answer?.slot !== first?.answer?.slot || answer?.success !== first?.answer?.success;
  });
  if (other) throw new RpcFault('provider_conflict', 'the providers disagree on a status', other);
}

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
