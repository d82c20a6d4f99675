export const receiptTexts = {
  older: 'This removal is older than the ledger, and has no entry.',
  part: 'This was a part of the price. The entry names the payment that completed it.',
  unknown:
    "There is no receipt for this transaction: it didn't remove a report here, or an admin accepted it by hand.",
} as const;

type Paid = { demand: { minimum: string }; verdict: { amount: string } };

export const isPart = ({ demand, verdict }: Paid) => BigInt(verdict.amount) < BigInt(demand.minimum);

/** Why a receipt has no entry in the ledger: only the payment that completes a price has one. */
export const whyNoEntry = (paid: Paid): string => (isPart(paid) ? receiptTexts.part : receiptTexts.older);
