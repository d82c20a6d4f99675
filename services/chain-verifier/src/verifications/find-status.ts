import type { LandedStatus } from '../chain/rpc.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

const commitments = ['processed', 'confirmed', 'finalized'] as const;

/**
 * How far a transaction has come for as many providers as the quorum asks for: the least far of them counts. Null where a
 * quorum of them knows nothing of it and no other does. Throws an RpcFault where too few can be asked.
 */
export async function findStatus(providers: Providers, signature: string): Promise<LandedStatus | null> {
  const { answers, faults } = await providers.ask(
    (rpc) => rpc.status(signature),
    (given) => given.filter(({ answer }) => answer !== null).length >= providers.quorum,
  );
  const known = answers.flatMap(({ answer }) => (answer ? [answer] : []));
  const [least] = known.sort((a, b) => commitments.indexOf(a.commitment) - commitments.indexOf(b.commitment));
  if (least && known.length >= providers.quorum) return least;
  if (answers.length < providers.quorum)
    throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
  // Some know it and too few say so: the others are behind.
  return least ? { ...least, commitment: 'processed' } : null;
}
