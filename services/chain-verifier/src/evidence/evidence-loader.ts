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
 * A claim that was looked up before the evidence of another was stored may ask for it this much later, and would
 * otherwise read it again.
 */
const SHARED_AFTER_MS = 2_000;

/** Reads a transaction; requests for the same one, concurrent or just after final evidence, share a reading. */
export type EvidenceLoader = (signature: string) => Promise<Reading>;

/** Evidence is final, and may be stored, once it cannot change: finalised, with its block time. */
export function openEvidenceLoader({
  providers,
  commitment,
}: {
  providers: Providers;
  commitment: JudgedCommitment;
}): EvidenceLoader {
  const shared = new Map<string, Promise<Reading>>();

  async function read(signature: string): Promise<Reading> {
    const status = await findStatus(providers, signature, commitment);
    if (status?.commitment !== 'finalized' && status?.commitment !== commitment) return { status };
    return collectEvidence(providers, { signature, commitment, status }).then(
      (collected) => ({ status, ...collected, isFinal: isFinal(status, commitment, collected) }),
      (fault: unknown) => ({ status, fault }),
    );
  }

  async function readShared(signature: string): Promise<Reading> {
    let sharedForMs = 0;
    try {
      const reading = await read(signature);
      if ('isFinal' in reading && reading.isFinal) sharedForMs = SHARED_AFTER_MS;
      return reading;
    } finally {
      setTimeout(() => shared.delete(signature), sharedForMs).unref();
    }
  }

  return (signature) => {
    const reading = shared.get(signature) ?? readShared(signature);
    shared.set(signature, reading);
    return reading;
  };
}

function isFinal(status: LandedStatus, commitment: JudgedCommitment, { evidence }: Collected): boolean {
  return status.commitment === 'finalized' && commitment === 'finalized' && evidence.blockTime !== null;
}
