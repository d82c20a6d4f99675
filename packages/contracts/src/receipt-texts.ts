// Without Zod, for the page of a receipt.

export const receiptTexts = {
  unknown: 'There is no receipt for this transaction: it has not removed a report here.',
} as const;
