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
 * Reads a transaction. Shares a reading that had not ended when the claim was looked up (`lookedUpAt`, monotonic; by default now): what
 * was looked up later knows its outcome, and reads again.
 */
export type EvidenceLoader = (signature: string, lookedUpAt?: number) => Promise<Reading>;

const KEPT_MS = 2_000;

/** Evidence is final, and may be stored, once it cannot change: finalised, with its block time. */
export function openEvidenceLoader({
  providers,
  commitment,
}: {
  providers: Providers;
  commitment: JudgedCommitment;
}): EvidenceLoader {
  const shared = new Map<string, { reading: Promise<Reading>; endedAt: number }>();

  async function read(signature: string): Promise<Reading> {
    const status = await findStatus(providers, signature, commitment);
    if (status?.commitment !== 'finalized' && status?.commitment !== commitment) return { status };
    return collectEvidence(providers, { signature, commitment, status }).then(
      (collected) => ({ status, ...collected, isFinal: isFinal(status, commitment, collected) }),
      (fault: unknown) => ({ status, fault }),
    );
  }

  return (signature, lookedUpAt = performance.now()) => {
    const known = shared.get(signature);
    if (known && known.endedAt >= lookedUpAt) return known.reading;
    const own = { reading: read(signature), endedAt: Number.POSITIVE_INFINITY };
    shared.set(signature, own);
    const end = () => {
      own.endedAt = performance.now();
      setTimeout(() => shared.get(signature) === own && shared.delete(signature), KEPT_MS).unref();
    };
    own.reading.then(end, end);
    return own.reading;
  };
}

function isFinal(status: LandedStatus, commitment: JudgedCommitment, { evidence }: Collected): boolean {
  return status.commitment === 'finalized' && commitment === 'finalized' && evidence.blockTime !== null;
}
