import type { Evidence } from '../chain/facts.ts';
import type { JudgedCommitment, LandedStatus } from '../chain/read-status.ts';
import type { Providers } from '../providers/providers.ts';
import { type Collected, collectEvidence } from './collect.ts';
import { findStatus } from './find-status.ts';

/** What the providers know of a transaction; the status is null where none knows it. */
export type Reading =
  | { status: LandedStatus | null }
  /** It has come far enough, and yet its evidence could not be had. */
  | { status: LandedStatus; fault: unknown }
  | { status: LandedStatus; evidence: Evidence; providers: string[]; isFinal: boolean };

/**
 * Reads a transaction and hands the reading over. Everybody who asks for the same one until the first of them are done with
 * theirs gets the same, so that whoever comes later finds what those have stored.
 */
export type EvidenceDesk = <T>(signature: string, use: (reading: Reading) => Promise<T>) => Promise<T>;

/** Evidence is final, and may be stored, once it cannot change any more: finalised, with its block time. */
export function openEvidenceDesk({
  providers,
  commitment,
}: {
  providers: Providers;
  commitment: JudgedCommitment;
}): EvidenceDesk {
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
    // What is not decided by it can be otherwise the next moment.
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
