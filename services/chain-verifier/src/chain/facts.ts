/**
 * What one transaction did, as plain JSON (stored as jsonb, compared between providers by deep equality). Amounts are
 * base units as decimal strings (read with `BigInt(amount)`); addresses are base58; a path locates an instruction: `2`
 * top level, `2.0` inner, `2.0#1` the second one inside a batch. Types only: no code here.
 */
export type Evidence = {
  signature: string;
  slot: number;
  /** Unix seconds, or null if the node does not know it. */
  blockTime: number | null;
  version: 'legacy' | 0 | 1;
  success: boolean;
  /** The node's error as JSON text, truncated to 2,000 characters; null on success. */
  error: string | null;
  feePayer: string;
  signers: string[];
  /** Every account of the transaction in instruction order, including those from lookup tables. */
  accountKeys: string[];
  /**
   * Whether all required ed25519 signatures were verified over the rebuilt message. False only for v1 transactions from
   * nodes that omit its configuration.
   */
  signaturesChecked: boolean;
  /** False if the node kept no inner instructions; the top-level instructions then show that none could matter. */
  innerRecorded: boolean;
  memos: Memo[];
  burns: Burn[];
  transfers: Transfer[];
  mints: MintTo[];
  /** Other changes to a token account: see {@link Movement}. */
  movements: Movement[];
  confidential: Confidential[];
  /** One entry per token account and mint, with its state before and after. */
  balances: Balance[];
  /** Token instructions that could not be decoded. The judge decides whether one could change the verdict. */
  undecodable: Undecodable[];
};

export type Memo = {
  path: string;
  program: string;
  /** The exact bytes, base64. */
  bytes: string;
  /** The bytes as UTF-8, or null if they are not valid UTF-8 or contain a NUL, which jsonb rejects. */
  text: string | null;
  /** Accounts of the memo instruction. */
  keys: string[];
};

/** A token account of one mint. `ownerBefore`/`ownerAfter` are null if the account did not exist at that time. */
export type Balance = {
  account: string;
  mint: string;
  /** The token program, or null if neither the node nor an instruction names it (nodes of 2022). */
  program: string | null;
  /** Null for an account opened and closed within the transaction, if nothing else shows it. */
  decimals: number | null;
  ownerBefore: string | null;
  ownerAfter: string | null;
  /** The owner that the account was opened with in this transaction, if an instruction shows it. */
  openedFor: string | null;
  /** 0 if the account did not exist. */
  before: string;
  after: string;
  /** Transfer fees withheld from arrivals that no instruction states (Token-2022); null if undetermined. */
  withheld: string | null;
  /**
   * Inflow other than transfers and mints: harvested fees, synced lamports (negative: lamports that left); null if
   * undetermined.
   */
  otherInflow: string | null;
};

type TokenAction = {
  path: string;
  /** The type name that nodes print in encoding jsonParsed. */
  type: string;
  program: string;
};

export type Owners = { ownerBefore: string | null; ownerAfter: string | null; openedFor: string | null };

export type Burn = TokenAction &
  Owners & {
    mint: string;
    account: string;
    authority: string | null;
    /** Accounts after the authority: signers of a multisig, Solana Pay references. */
    extraKeys: string[];
    amount: string;
  };

export type Transfer = TokenAction & {
  /** From the instruction, or else from the balances of its accounts; null if neither shows it. */
  mint: string | null;
  source: string;
  sourceOwners: Owners;
  destination: string;
  destinationOwners: Owners;
  authority: string | null;
  extraKeys: string[];
  /** Gross: what leaves the source. */
  amount: string;
  /** Withheld from the amount; null if only the sum per destination is known ({@link Balance.withheld}). */
  fee: string | null;
};

export type MintTo = TokenAction & Owners & { mint: string; account: string; amount: string };

/**
 * - `deposit`/`withdraw`: between the public and the confidential balance of `account`; amount known
 * - `harvest`: withheld fees paid out to `account`; amount known only from the balances
 * - `native`: a wrapped SOL account synced to its lamports; amount known only from the balances
 * - `open`, `close`, `setAuthority`: the account's lifecycle; `setAuthority` names the new authority for `what`
 */
export type Movement = TokenAction & {
  kind: 'deposit' | 'withdraw' | 'harvest' | 'native' | 'open' | 'close' | 'setAuthority';
  account: string;
  mint: string | null;
  amount: string | null;
  what: string | null;
  newAuthority: string | null;
};

/** An instruction with an encrypted amount; `accounts` lists every account it names. */
export type Confidential = TokenAction & { kind: 'burn' | 'mint' | 'transfer' | 'other'; accounts: string[] };

export type Undecodable = { path: string; program: string; reason: string; accounts: string[] };

/** Why a response is not usable as evidence. None of these is a verdict: another provider, or a retry, may succeed. */
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
