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
 * Reads a transaction. Requests for the same one share a reading that is under way, and final evidence for as long as it may not be
 * stored yet; `again`: where evidence is known, which a newer reading may correct, only one that is under way.
 */
export type EvidenceLoader = (signature: string, again?: boolean) => Promise<Reading>;

const STORED_AFTER_MS = 2_000;

/** Evidence is final, and may be stored, once it cannot change: finalised, with its block time. */
export function openEvidenceLoader({
  providers,
  commitment,
}: {
  providers: Providers;
  commitment: JudgedCommitment;
}): EvidenceLoader {
  const shared = new Map<string, { reading: Promise<Reading>; hasEnded: boolean }>();

  async function read(signature: string): Promise<Reading> {
    const status = await findStatus(providers, signature, commitment);
    if (status?.commitment !== 'finalized' && status?.commitment !== commitment) return { status };
    return collectEvidence(providers, { signature, commitment, status }).then(
      (collected) => ({ status, ...collected, isFinal: isFinal(status, commitment, collected) }),
      (fault: unknown) => ({ status, fault }),
    );
  }

  return (signature, again = false) => {
    const known = shared.get(signature);
    if (known && !(again && known.hasEnded)) return known.reading;
    const own = { reading: read(signature), hasEnded: false };
    shared.set(signature, own);
    const end = (isFinal: boolean) => {
      own.hasEnded = true;
      const forget = () => shared.get(signature) === own && shared.delete(signature);
      if (isFinal) setTimeout(forget, STORED_AFTER_MS).unref();
      else forget();
    };
    own.reading.then(
      (reading) => end('isFinal' in reading && reading.isFinal),
      () => end(false),
    );
    return own.reading;
  };
}

function isFinal(status: LandedStatus, commitment: JudgedCommitment, { evidence }: Collected): boolean {
  return status.commitment === 'finalized' && commitment === 'finalized' && evidence.blockTime !== null;
}
