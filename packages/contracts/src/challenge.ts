import { z } from 'zod';

/** Carries the solution of a challenge, on the repeated call after a 428. */
export const CHALLENGE_HEADER = 'x-challenge-solution';

/** Solutions are shorter; longer input is rejected. */
export const SOLUTION_MAX_LENGTH = 4_000;

export const challengeText =
  'Many submissions came in recently, so this one needs a proof of work first. Please try again.';

const Hex = z.string().regex(/^(?:[\da-f]{2}){1,64}$/);

/**
 * A proof of work: find the `counter`, from 0 on, for which PBKDF2 of `nonce` and the counter (four bytes,
 * big-endian), with `salt` and `cost` iterations, begins with `keyPrefix`. Bytes are in hexadecimal. `expiresAt` is
 * in seconds.
 */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: Hex,
    salt: Hex,
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: Hex,
    keySignature: Hex,
    expiresAt: z.number().int(),
    data: z.record(z.string(), z.string()),
  }),
  signature: Hex,
});
export type Challenge = z.infer<typeof Challenge>;

/** The header's content, as JSON in base64: the challenge as issued, and the counter with its key. */
export const ChallengeSolution = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.number().int(), derivedKey: Hex }),
});
export type ChallengeSolution = z.infer<typeof ChallengeSolution>;
