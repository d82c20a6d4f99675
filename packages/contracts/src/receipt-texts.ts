export const receiptTexts = {
  older: 'This removal is older than the ledger, and has no entry.',
  part: 'This was a part of the price. The entry names the payment that completed it.',
  unknown:
    "There is no receipt for this transaction: it didn't remove a report here, or an admin accepted it by hand.",
} as const;

type Paid = { demand: { minimum: string }; verdict: { amount: string } };

/** Why a receipt has no entry in the ledger: only the payment that completes a price has one. */
export const whyNoEntry = ({ demand, verdict }: Paid): string =>
  BigInt(verdict.amount) < BigInt(demand.minimum) ? receiptTexts.part : receiptTexts.older;
