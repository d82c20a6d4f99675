/**
 * What one transaction did, as plain JSON (stored as jsonb, compared between providers with a deep equality).
 * Amounts are base units as decimal strings (`BigInt(amount)` reads them); addresses are base58; a path is the place
 * of an instruction: `2` top level, `2.0` inner, `2.0#1` the second one inside a batch. Types only: no code here.
 */
export type Evidence = {
  signature: string;
  slot: number;
  /** Unix seconds, or null where the node does not know it. */
  blockTime: number | null;
  version: 'legacy' | 0 | 1;
  success: boolean;
  /** The node's error as JSON text, cut at 2,000 characters; null after success. */
  error: string | null;
  feePayer: string;
  signers: string[];
  /** Every account of the transaction, those from lookup tables included, in instruction order. */
  accountKeys: string[];
  /** Whether all required ed25519 signatures over the rebuilt message were checked (they are not in jsonParsed answers). */
  signaturesChecked: boolean;
  /** False where the node kept no inner instructions and the top level shows that there can be none that matter. */
  innerRecorded: boolean;
  memos: Memo[];
  burns: Burn[];
  transfers: Transfer[];
  mints: MintTo[];
  /** What else changes a token account: see {@link Movement}. */
  movements: Movement[];
  confidential: Confidential[];
  /** One entry per token account and mint, before and after. */
  balances: Balance[];
  /** Token instructions that could not be read. The judge decides whether one could change its answer. */
  undecodable: Undecodable[];
};

export type Memo = {
  path: string;
  program: string;
  /** The exact bytes, base64. */
  bytes: string;
  /** The bytes as UTF-8, or null where they are not (or hold a NUL, which jsonb refuses). */
  text: string | null;
  /** Accounts of the memo instruction; empty in jsonParsed answers, which leave them out. */
  keys: string[];
};

/** A token account of one mint. `ownerBefore`/`ownerAfter` are null where the account did not exist at that time. */
export type Balance = {
  account: string;
  mint: string;
  /** The token program, or null where neither the node nor an instruction names it (nodes of 2022). */
  program: string | null;
  /** Null for an account that was opened and closed within the transaction, where nothing else tells. */
  decimals: number | null;
  ownerBefore: string | null;
  ownerAfter: string | null;
  /** The owner that the account was opened with in this transaction, where an instruction shows it. */
  openedFor: string | null;
  /** 0 where the account did not exist. */
  before: string;
  after: string;
  /** Transfer fees kept back from what arrived, as far as no instruction names them (Token-2022); null where they cannot be told. */
  withheld: string | null;
  /** What came in by no transfer and no mint: harvested fees, synced lamports (negative: lamports that left); null where it cannot be told. */
  otherInflow: string | null;
};

type TokenAction = {
  path: string;
  /** The name that jsonParsed uses, whatever encoding was read. */
  type: string;
  program: string;
};

export type Owners = { ownerBefore: string | null; ownerAfter: string | null; openedFor: string | null };

export type Burn = TokenAction &
  Owners & {
    mint: string;
    account: string;
    authority: string | null;
    /** Accounts behind the authority: signers of a multisig, Solana Pay references. */
    extraKeys: string[];
    amount: string;
  };

export type Transfer = TokenAction & {
  /** From the instruction, or else from the balances of its accounts; null where nothing tells it. */
  mint: string | null;
  source: string;
  sourceOwners: Owners;
  destination: string;
  destinationOwners: Owners;
  authority: string | null;
  extraKeys: string[];
  /** Gross: what leaves the source. */
  amount: string;
  /** What is kept back on the way; null where only the sum per destination is known ({@link Balance.withheld}). */
  fee: string | null;
};

export type MintTo = TokenAction & Owners & { mint: string; account: string; amount: string };

/**
 * - `deposit`/`withdraw`: between the public and the confidential balance of `account`; amount known
 * - `harvest`: withheld fees paid out to `account`; amount known only through the balances
 * - `native`: the account of wrapped SOL follows its lamports; amount known only through the balances
 * - `open`, `close`, `setAuthority`: the account's life; `setAuthority` names the new authority for `what`
 */
export type Movement = TokenAction & {
  kind: 'deposit' | 'withdraw' | 'harvest' | 'native' | 'open' | 'close' | 'setAuthority';
  account: string;
  mint: string | null;
  amount: string | null;
  what: string | null;
  newAuthority: string | null;
};

/** An instruction whose amount is encrypted; `accounts` are all that it names. */
export type Confidential = TokenAction & { kind: 'burn' | 'mint' | 'transfer' | 'other'; accounts: string[] };

export type Undecodable = { path: string; program: string; reason: string; accounts: string[] };

/** Why an answer is no evidence. None of these is a verdict: another provider, or the same one later, may do better. */
export const faultCodes = [
  'not_found_yet',
  'malformed_response',
  'incomplete_response',
  'response_mismatch',
  'evidence_conflict',
  'unsupported_history',
  'client_too_old',
] as const;
export type FaultCode = (typeof faultCodes)[number];
export type Fault = { code: FaultCode; detail: string };

export type EvidenceResult = { ok: true; evidence: Evidence } | { ok: false; fault: Fault };
