import type { JudgedCommitment, LandedStatus } from '../chain/read-status.ts';
import type { Providers } from '../providers/providers.ts';
import { type Collected, collectEvidence } from './collect.ts';
import { findStatus } from './find-status.ts';

/** What the providers know of a transaction; the status is null if none knows it. */
export type Reading =
  | { status: LandedStatus | null }
  /** At the required commitment, but its evidence could not be obtained. */
  | { status: LandedStatus; fault: unknown }
  | ({ status: LandedStatus; isFinal: boolean } & Collected);

/**
 * Reads a transaction and passes the reading to `use`. Concurrent requests for the same transaction share a reading
 * until the first of them have finished using it, so that later requests find what those stored.
 */
export type EvidenceLoader = <T>(signature: string, use: (reading: Reading) => Promise<T>) => Promise<T>;

/** Evidence is final, and may be stored, once it cannot change: finalised, with its block time. */
export function openEvidenceLoader({
  providers,
  commitment,
}: {
  providers: Providers;
  commitment: JudgedCommitment;
}): EvidenceLoader {
  const underWay = new Map<string, Shared>();

  async function read(signature: string): Promise<Reading> {
    const status = await findStatus(providers, signature, commitment);
    if (status?.commitment !== 'finalized' && status?.commitment !== commitment) return { status };
    return collectEvidence(providers, { signature, commitment, status }).then(
      (collected) => ({ status, ...collected, isFinal: isFinal(status, commitment, collected) }),
      (fault: unknown) => ({ status, fault }),
    );
  }

  function start(signature: string): Shared {
    const started: Shared = { reading: read(signature), users: 0 };
    underWay.set(signature, started);
    const forget = () => leave(signature, started);
    // Share only evidence; any other reading can change at any moment.
    started.reading.then((reading) => 'evidence' in reading || forget(), forget);
    return started;
  }

  function leave(signature: string, shared: Shared): void {
    if (underWay.get(signature) === shared) underWay.delete(signature);
  }

  return async (signature, use) => {
    const shared = underWay.get(signature) ?? start(signature);
    shared.users += 1;
    try {
      return await use(await shared.reading);
    } finally {
      shared.users -= 1;
      if (shared.users === 0) leave(signature, shared);
    }
  };
}

type Shared = { reading: Promise<Reading>; users: number };

function isFinal(status: LandedStatus, commitment: JudgedCommitment, { evidence }: Collected): boolean {
  return status.commitment === 'finalized' && commitment === 'finalized' && evidence.blockTime !== null;
}
