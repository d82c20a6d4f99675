import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/** A blockhash is valid for this many slots (MAX_PROCESSING_AGE in Agave). */
const MAX_BLOCKHASH_AGE_SLOTS = 150;

export type Blockhashes = ReturnType<typeof createBlockhashes>;

const SLOT_BYTES = 8;

/** A blockhash is its slot and a part of a hash of genesis and slot, so none has to be stored. */
export function createBlockhashes(genesisHash: string, maxAgeSlots: number = MAX_BLOCKHASH_AGE_SLOTS) {
  const of = (slot: number): string => {
    const bytes = createHash('sha256').update(`${genesisHash}:${slot}`).digest();
    bytes.writeBigUInt64BE(BigInt(slot));
    return bs58.encode(bytes);
  };
  const slotOf = (blockhash: string): number => {
    const bytes = Buffer.from(bs58.decodeUnsafe(blockhash) ?? []);
    return bytes.length < SLOT_BYTES ? Number.NaN : Number(bytes.readBigUInt64BE());
  };
  return {
    of,
    /** The answer of `getLatestBlockhash`. */
    latest: (slot: number) => ({ blockhash: of(slot), lastValidBlockHeight: slot + maxAgeSlots }),
    /** Whether a blockhash is known and has not expired at `currentSlot`. */
    isValid(blockhash: string, currentSlot: number): boolean {
      const slot = slotOf(blockhash);
      const isRecent = slot <= currentSlot && currentSlot - slot <= maxAgeSlots;
      return isRecent && of(slot) === blockhash;
    },
    /** The hashes before a slot, newest first, for the SlotHashes sysvar. */
    before: (currentSlot: number) =>
      Array.from({ length: MAX_BLOCKHASH_AGE_SLOTS }, (_, age) => currentSlot - age - 1).map((slot) => ({
        slot: BigInt(slot),
        hash: of(slot),
      })),
  };
}
