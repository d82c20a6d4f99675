import type { Address } from '@solana/kit';
import { Clock, LiteSVM } from 'litesvm';
import { MEMO_NEW_PROGRAM, MEMO_PROGRAM, readAccount } from './account.ts';
import type { Blockhashes } from './blockhashes.ts';
import type { ChainClock } from './clock.ts';

/** Slots in an epoch (DEFAULT_SLOTS_PER_EPOCH in Agave). */
export const SLOTS_PER_EPOCH = 432_000;

/** Adds what LiteSVM does not preload: wrapped SOL's mints, and the memo program at its newest address. */
function installPrograms(svm: LiteSVM): void {
  svm.withNativeMints();
  const memo = readAccount(svm, MEMO_PROGRAM);
  if (memo) svm.addProgram(MEMO_NEW_PROGRAM as Address, memo.data);
}

/** The virtual machine that executes programs; all other chain behaviour is built around it. */
export function createMachine(clock: ChainClock, blockhashes: Blockhashes) {
  // LiteSVM accepts only its newest blockhash and forgets signatures when it stops, so both checks are done here.
  const svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
  installPrograms(svm);
  let entered = -1;
  return {
    svm,
    /** Sets the time that programs see to the present. @returns the slot and its block time */
    enterSlot() {
      const slot = clock.slot();
      const blockTime = clock.blockTimeOf(slot) ?? clock.chainTime();
      const epoch = Math.floor(slot / SLOTS_PER_EPOCH);
      const epochStart = clock.blockTimeOf(epoch * SLOTS_PER_EPOCH) ?? 0;
      svm.setClock(
        new Clock(BigInt(slot), BigInt(epochStart), BigInt(epoch), BigInt(epoch + 1), BigInt(blockTime)),
      );
      if (slot !== entered) {
        svm.setSlotHashes(blockhashes.before(slot));
        svm.expireBlockhash();
        entered = slot;
      }
      return { slot, blockTime };
    },
  };
}
