/** Identifies one submission: a retry with the same key gets the first response, for a day. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

export const isIdempotencyKey = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{16,64}$/.test(text);

export const idempotencyTexts = {
  malformed: 'An Idempotency-Key has 16 to 64 letters, digits, hyphens or underscores.',
  reused: 'This Idempotency-Key was used for another submission.',
} as const;
