import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { compileParsed } from './compile-parsed.ts';

/** The recorded transactions are stored beside the repository, not in it. */
const folder = fileURLToPath(new URL('../../../../../shared/verifier/transactions/', import.meta.url));

type Action = {
  path: string;
  type: string;
  program: string;
  mint: string;
  amount: string;
  authority: string;
};

export type Truth = {
  success: boolean;
  burned_raw_by_mint: Record<string, string>;
  minted_raw_by_mint: Record<string, string>;
  burns: (Action & { account: string; account_owner: string })[];
  transfers: (Action & {
    source: string;
    source_owner: string | null;
    destination: string;
    destination_owner: string | null;
  })[];
  memos: { path: string; program: string; text: string }[];
  net_balance_delta_by_owner: { owner: string; mint: string; delta: string }[];
};

export type Check =
  | { kind: 'any'; expect: string }
  | { kind: 'burn'; mint: string; min_raw: string; expect: string }
  | { kind: 'transfer'; mint: string; owner: string; min_raw: string; expect: string };

export type Recorded = {
  file: string;
  signature: string | null;
  encoding: string;
  ed25519_signature_verified: boolean;
  truth: Truth | null;
  suggested_checks: Check[];
};

/** The number of recorded transactions. */
export const RECORDED = 22;

/**
 * All recorded transactions with their expected results; empty if the folder is absent, which {@link skipRecorded}
 * reports.
 */
export function readManifest(): Recorded[] {
  if (!existsSync(`${folder}manifest.json`)) return [];
  return JSON.parse(readFileSync(`${folder}manifest.json`, 'utf8')).fixtures;
}

/** Registers a skipped test for each absent recorded transaction, so that the results count them. */
export function skipRecorded(recorded: readonly Recorded[], purpose: string): void {
  if (recorded.length > 0) return;
  console.log(`conformance: ${RECORDED} recorded transactions are not here and are skipped (${purpose})`);
  for (let number = 1; number <= RECORDED; number++) {
    const name = `recorded transaction ${String(number).padStart(2, '0')} of ${RECORDED}: not here (${purpose})`;
    test.skipIf(true)(name, () => {});
  }
}

/** The response in encoding json. */
export function readAnswer(file: string, encoding: string): unknown {
  const answer = JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
  return encoding === 'jsonParsed' ? compileParsed(answer, { memoSigned: file.startsWith('02-') }) : answer;
}
