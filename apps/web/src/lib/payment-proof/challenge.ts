import type { Challenge, ProofStep } from './proof-step.ts';

/** Signing takes a while: a challenge with less time left is no longer offered. */
const LEAST_MS = 20_000;

/** The wallet's challenge, if enough time is left to sign it. */
export function usableChallenge(
  { challenge }: ProofStep,
  wallet: string,
  nowMs: number,
): Challenge | undefined {
  if (challenge?.wallet !== wallet) return undefined;
  const { expiresAt } = challenge;
  return expiresAt === undefined || Date.parse(expiresAt) - nowMs > LEAST_MS ? challenge : undefined;
}

/** The shell command that signs the message with a key file; single quotes preserve every character. */
export function signCommand(message: string): string {
  return `solana sign-offchain-message '${message.replaceAll("'", `'\\''`)}'`;
}
