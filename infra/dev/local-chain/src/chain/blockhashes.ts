import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/** A blockhash is valid for this many slots (MAX_PROCESSING_AGE in Agave). */
export const MAX_BLOCKHASH_AGE_SLOTS = 150;

/** Size of the SlotHashes sysvar (MAX_ENTRIES in Agave). */
const SLOT_HASHES_KEPT = 512;

export type Blockhashes = {
  readonly maxAgeSlots: number;
  of(slot: number): string;
  /** The slot of a blockhash that is valid at `currentSlot`; null if unknown or expired. */
  validSlot(blockhash: string, currentSlot: number): number | null;
  /** The newest slot hashes, newest first, for the SlotHashes sysvar. */
  recent(currentSlot: number): { slot: bigint; hash: string }[];
};

/** Blockhash of a slot, derived from genesis and slot, so that it needs no storage and survives a restart. */
export function blockhashOf(genesisHash: string, slot: number): string {
  return bs58.encode(createHash('sha256').update(`${genesisHash}:${slot}`).digest());
}

export function createBlockhashes(
  genesisHash: string,
  maxAgeSlots: number = MAX_BLOCKHASH_AGE_SLOTS,
): Blockhashes {
  const kept = Math.max(SLOT_HASHES_KEPT, maxAgeSlots);
  const hashBySlot = new Map<number, string>();
  const slotByHash = new Map<string, number>();
  const of = (slot: number): string => {
    const known = hashBySlot.get(slot);
    if (known) return known;
    const hash = blockhashOf(genesisHash, slot);
    hashBySlot.set(slot, hash);
    slotByHash.set(hash, slot);
    return hash;
  };
  const forgetBefore = (slot: number): void => {
    if (hashBySlot.size <= 2 * kept) return;
    for (const [old, hash] of hashBySlot) {
      if (old >= slot) continue;
      hashBySlot.delete(old);
      slotByHash.delete(hash);
    }
  };
  const recent = (currentSlot: number): { slot: bigint; hash: string }[] => {
    forgetBefore(currentSlot - kept);
    return Array.from({ length: SLOT_HASHES_KEPT }, (_, age) => currentSlot - age - 1).map((slot) => ({
      slot: BigInt(slot),
      hash: of(slot),
    }));
  };
  return {
    maxAgeSlots,
    of,
    recent,
    validSlot(blockhash, currentSlot) {
      for (let age = 0; age <= maxAgeSlots; age++) of(currentSlot - age);
      forgetBefore(currentSlot - kept);
      const slot = slotByHash.get(blockhash);
      if (slot === undefined || slot > currentSlot) return null;
      return currentSlot - slot <= maxAgeSlots ? slot : null;
    },
  };
}
