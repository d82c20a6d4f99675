import type { TransferFee } from './token-config.ts';

const WHOLE = 10_000n;

/** The least that one transfer must send for the amount to arrive (spl-token-2022 `calculate_pre_fee_amount`). */
export function withFee(amount: bigint, fee: TransferFee | undefined): bigint {
  if (!fee) return amount;
  const [kept, maximum] = [WHOLE - BigInt(fee.basisPoints), BigInt(fee.maximum)];
  const needed = kept > 0n ? (amount * WHOLE + kept - 1n) / kept - amount : maximum;
  return amount + (needed < maximum ? needed : maximum);
}
