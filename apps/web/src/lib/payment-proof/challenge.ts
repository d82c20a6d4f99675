import type { Challenge, ProofStep } from './proof-step.ts';

/** Signing takes a moment: a message with less than this left is not offered any more. */
const LEAST_MS = 20_000;

/** The message that this wallet was given, while there is time to sign it. */
export function usableChallenge(
  { challenge }: ProofStep,
  wallet: string,
  nowMs: number,
): Challenge | undefined {
  if (challenge?.wallet !== wallet) return undefined;
  return Date.parse(challenge.expiresAt) - nowMs > LEAST_MS ? challenge : undefined;
}

/** The command that signs the message with a key file; single quotes keep every character as it is. */
export function signCommand(message: string): string {
  return `solana sign-offchain-message '${message.replaceAll("'", `'\\''`)}'`;
}
