// Kept free of Zod, which the receipt page does not load.

export const receiptTexts = {
  unknown: 'There is no receipt for this transaction: it has not removed a report here.',
} as const;
