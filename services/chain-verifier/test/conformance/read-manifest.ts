import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The recorded transactions lie beside the repository, not in it. */
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

/** All recorded transactions with their truth; none where the folder is absent. */
export function readManifest(): Recorded[] {
  if (!existsSync(`${folder}manifest.json`)) {
    console.log('conformance: the recorded transactions are not here and were passed over');
    return [];
  }
  return JSON.parse(readFileSync(`${folder}manifest.json`, 'utf8')).fixtures;
}

export function readAnswer(file: string): unknown {
  return JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
}
