import type { Database } from '@naughty-list/service-kit/database';
import type { Evidence } from '../chain/facts.ts';
import type { JudgedCommitment, LandedStatus } from '../chain/rpc.ts';
import type { Providers } from '../providers/providers.ts';
import { collectEvidence } from './collect.ts';
import { findEvidence, saveEvidence } from './repository.ts';

type Landed = { cluster: string; signature: string; commitment: JudgedCommitment; status: LandedStatus };

/** Obtains evidence; everybody who asks for the same transaction while it is on its way gets the same. */
export type EvidenceDesk = (landed: Landed) => Promise<Evidence>;

/**
 * Evidence is stored once it cannot change any more: finalised, with its block time. Two processes may fetch the same
 * side by side; the first to store it wins, and both hold the same facts.
 */
export function openEvidenceDesk({ db, providers }: { db: Database; providers: Providers }): EvidenceDesk {
  const underWay = new Map<string, Promise<Evidence>>();

  async function obtain({ cluster, signature, commitment, status }: Landed): Promise<Evidence> {
    // Whoever comes just after the others are done finds what they stored.
    const stored = await findEvidence(db, { cluster, signature });
    if (stored) return stored;
    const { evidence, providers: names } = await collectEvidence(providers, {
      signature,
      commitment,
      status,
    });
    const isFinal = status.commitment === 'finalized' && commitment === 'finalized';
    if (isFinal && evidence.blockTime !== null)
      await saveEvidence(db, { cluster, signature, facts: evidence, providers: names });
    return evidence;
  }

  return (landed) => {
    const key = `${landed.cluster}:${landed.signature}`;
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const started = obtain(landed).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
