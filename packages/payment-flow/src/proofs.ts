import { randomUUID } from 'node:crypto';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  type IssuedProof,
  type PaymentProof,
  paymentProofTexts,
} from '@naughty-list/contracts/payment-proofs';
import { Address } from '@naughty-list/contracts/primitives';
import { type Database, deleteInBatches, makeMac } from '@naughty-list/service-kit/database/database';
import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';
import type { Knex } from 'knex';

/** A message issued for a wallet to sign. */
export type Proof = {
  id: string;
  /** As in the demand: `report:7`. */
  subject: string;
  /** The transaction's; null when only the wallet is proved. */
  signature: string | null;
  wallet: string;
  message: string;
  expiresAt: Date;
  isExpired: boolean;
  isUsed: boolean;
  /** The wallet's signature of the message, once verified: base58 or base64. */
  signed?: string | null;
};

/** The payment that a proof must be for. */
export type ProvenPayment = Pick<Proof, 'subject' | 'signature'>;

/** Throws `proof_invalid` for a used proof and `proof_expired` for an expired one. */
export function requireUsable({ isUsed, isExpired }: Pick<Proof, 'isUsed' | 'isExpired'>): void {
  if (isUsed) throw invalid(paymentProofTexts.used);
  if (isExpired) throw new ApiError('proof_expired', paymentProofTexts.expired);
}

function invalid(text: string): ApiError {
  return new ApiError('proof_invalid', text);
}

// Long enough to fetch a hardware wallet.
const PROOF_LIFETIME_MS = 30 * 60_000;

/**
 * Issues the message that a wallet signs for a payment at the site of `origin`; `purpose` completes "I want this payment
 * to …". Throws `invalid_input` for an address that cannot sign (a program's, or invalid).
 */
export async function issueProof(
  db: Knex,
  {
    origin,
    subject,
    signature,
    wallet,
    purpose,
  }: ProvenPayment & { origin: string; wallet: string; purpose: string },
): Promise<IssuedProof> {
  if (signingKey(wallet) === null) throw new ApiError('invalid_input', paymentProofTexts.cannotSign);
  // The database's clock, which also decides on expiry.
  const { rows } = await db.raw<{ rows: [{ now: Date }] }>('select now()');
  const issuedAt = rows[0].now;
  const expiresAt = new Date(issuedAt.getTime() + PROOF_LIFETIME_MS);
  const proofId = randomUUID();
  const message = proofMessage({ origin, proofId, wallet, signature, purpose, issuedAt, expiresAt });
  const issued = { subject, signature, wallet, message, issued_at: issuedAt, expires_at: expiresAt };
  await db('payment_proofs').insert({ id: proofId, ...issued });
  return { proofId, message, expiresAt: expiresAt.toISOString() };
}

/** The wallet that signed a proof for this payment; does not use it up. Throws `proof_invalid` or `proof_expired`. */
export async function checkProof(db: Knex, given: PaymentProof, payment: ProvenPayment): Promise<Address> {
  const proof = await findSignedProof(db, given, payment);
  requireUsable(proof);
  return Address.parse(proof.wallet);
}

/**
 * The proof if it was issued for this payment and signed by its wallet, even if used or expired, because a retried claim
 * sends it again. Throws `proof_invalid`.
 */
export async function findSignedProof(db: Knex, given: PaymentProof, payment: ProvenPayment): Promise<Proof> {
  const proof = await findProof(db, given.proofId);
  if (!proof) throw invalid(paymentProofTexts.unknown);
  if (proof.subject !== payment.subject || proof.signature !== payment.signature)
    throw invalid(paymentProofTexts.otherPurpose);
  if (readSignatures(given.signature).length === 0) throw invalid(paymentProofTexts.malformed);
  if (!isSignedBy(proof.wallet, proof.message, given.signature))
    throw invalid(paymentProofTexts.wrongSignature(proof.wallet));
  return { ...proof, signed: given.signature };
}

/**
 * Marks a proof used in the caller's transaction, and keeps its signature for the receipt. Throws `proof_invalid` when already used,
 * or `proof_expired`.
 */
export async function useProof(trx: Knex, { id, signed = null }: Proof): Promise<void> {
  const used = await trx('payment_proofs')
    .where({ id })
    .whereNull('used_at')
    .where('expires_at', '>', trx.fn.now())
    .update({ used_at: trx.fn.now(), signed });
  if (used === 1) return;
  const { isUsed = true } = (await findProof(trx, id)) ?? {};
  requireUsable({ isUsed, isExpired: true });
}

async function findProof(db: Knex, id: string): Promise<Proof | undefined> {
  return db('payment_proofs')
    .where({ id })
    .first(
      ...['id', 'subject', 'signature', 'wallet', 'message', 'expires_at as expiresAt'],
      db.raw('expires_at <= now() as "isExpired", used_at is not null as "isUsed"'),
    );
}

/** The message and signature of a used proof, for the receipt, if its wallet signed it and it names the transaction. */
export async function findKeptProof(
  db: Knex,
  of: { subject: string; signature: string; wallet: string },
): Promise<{ message: string; signature: string } | null> {
  const rows: { message: string; signature: string }[] = await db('payment_proofs')
    .where(of)
    .whereNotNull('signed')
    .orderBy('used_at')
    .select('message', 'signed as signature');
  const isOwn = ({ message, signature }: (typeof rows)[number]) =>
    message.includes(of.signature) && isSignedBy(of.wallet, message, signature);
  return rows.find(isOwn) ?? null;
}

/** Deletes proofs that expired before a time and are part of no receipt. Returns the number deleted. */
export async function forgetProofs(
  db: Knex,
  {
    before,
    mayGoOn,
    keep,
  }: {
    before: Date;
    mayGoOn: () => boolean;
    /** Claims by `signature` and `proven_wallet` that have receipts. */
    keep: { table: string; status: string };
  },
): Promise<number> {
  return deleteInBatches(db, {
    table: 'payment_proofs',
    key: ['id'],
    where: (proofs) =>
      void proofs.where('expires_at', '<', before).whereRaw(
        `not (used_at is not null and exists (select from ?? claim where claim.signature = payment_proofs.signature
             and claim.proven_wallet = payment_proofs.wallet and claim.status in ('counted', ?)))`,
        [keep.table, keep.status],
      ),
    mayGoOn,
  });
}

/** The content of a message to sign. */
export type ProofSubject = {
  /** Where the site is served, such as `https://example.org`: wallets warn when another page asks for this signature. */
  origin: string;
  proofId: string;
  wallet: string;
  /** The transaction's; null when only the wallet is proved. */
  signature: string | null;
  /** Completes "I want this payment to …", or "I want to …". */
  purpose: string;
  issuedAt: Date;
  expiresAt: Date;
};

/**
 * The message that a paying wallet signs, in the form of Sign-In With Solana (github.com/phantom/sign-in-with-solana),
 * which wallets know: they compare its first line with the page that asks. Printable ASCII and line breaks. Throws a
 * RangeError when the purpose contains other characters.
 */
export function proofMessage(subject: ProofSubject): string {
  const { origin, proofId, wallet, signature, purpose, issuedAt, expiresAt } = subject;
  const wish =
    signature === null
      ? `I want to ${purpose}.`
      : `I paid with this wallet in the transaction ${signature}, and I want this payment to ${purpose}.`;
  const statement = `${wish} Signing costs nothing and moves no tokens.`;
  // Quotes and dollar signs are special in shells.
  if (!/^[\w .,:@#()+-]+$/.test(statement))
    throw new RangeError('the purpose has characters that cannot be signed');
  return [
    `${new URL(origin).host} wants you to sign in with your Solana account:`,
    wallet,
    '',
    statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Nonce: ${proofId.replaceAll('-', '')}`,
    `Issued At: ${timeOf(issuedAt)}`,
    `Expiration Time: ${timeOf(expiresAt)}`,
  ].join('\n');
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** The public key of an address that can sign: 32 bytes, a curve point of prime order. Null otherwise. */
export function signingKey(address: string): Uint8Array | null {
  const key = address.length <= 44 ? bs58.decodeUnsafe(address) : undefined;
  if (key?.length !== KEY_BYTES || bs58.encode(key) !== address) return null;
  return isOfPrimeOrder(key) ? key : null;
}

/**
 * Whether the wallet signed the message, in any of the usual forms. `signature` is text: base58 or base64 of 64
 * bytes, whitespace ignored. The caller names the wallet: the signature never chooses the key.
 */
export function isSignedBy(wallet: string, message: string, signature: string): boolean {
  const key = signingKey(wallet);
  if (key === null) return false;
  const forms = signedForms(message, key);
  return readSignatures(signature).some((bytes) => forms.some((form) => isValid(bytes, form, key)));
}

/** The possible readings of the text, usually one; without padding, some texts are valid in both encodings. */
export function readSignatures(text: string): Uint8Array[] {
  const compact = text.replace(/\s+/g, '');
  if (compact.length > 2 * SIGNATURE_BYTES) return [];
  const base58 = bs58.decodeUnsafe(compact);
  const base64 = /^[\w+/-]{86}(==)?$/.test(compact) ? Buffer.from(compact, 'base64') : undefined;
  return [base58, base64]
    .filter((bytes) => bytes !== undefined)
    .filter(({ length }) => length === SIGNATURE_BYTES);
}

/** Strict (RFC 8032 encodings only); small-order points verify any message and are rejected. */
function isValid(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    const nonce = ed25519.Point.fromHex(signature.subarray(0, KEY_BYTES), false);
    return !nonce.isSmallOrder() && ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    // Not a curve point, or a scalar beyond the order.
    return false;
  }
}

function isOfPrimeOrder(key: Uint8Array): boolean {
  const point = pointOf(key);
  return point !== undefined && !point.isSmallOrder() && point.isTorsionFree();
}

/** Undefined for bytes that are no point of the curve. */
function pointOf(bytes: Uint8Array) {
  try {
    return ed25519.Point.fromHex(bytes, false);
  } catch {
    return undefined;
  }
}

const DOMAIN = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')]);
const NO_APPLICATION = Buffer.alloc(32);
const RESTRICTED_ASCII = 0;
const LIMITED_UTF8 = 1;

/**
 * All forms in which wallets sign a text: unchanged, or in an off-chain message envelope, as hardware wallets and
 * `solana sign-offchain-message` use. No envelope parses as a transaction.
 */
export function signedForms(message: string, signer: Uint8Array): Uint8Array[] {
  const text = Buffer.from(message, 'utf8');
  return [text, ...envelopesOfVersion0(message, text, signer), versionOne(text, signer)];
}

/** With application domain and signers as specified, and without both, as older tools write it. */
function envelopesOfVersion0(message: string, text: Buffer, signer: Uint8Array): Buffer[] {
  const format = Buffer.of(/^[\x20-\x7e]*$/.test(message) ? RESTRICTED_ASCII : LIMITED_UTF8);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const header = Buffer.concat([DOMAIN, Buffer.of(0)]);
  return [
    Buffer.concat([header, NO_APPLICATION, format, Buffer.of(1), signer, length, text]),
    Buffer.concat([header, format, length, text]),
  ];
}

function versionOne(text: Buffer, signer: Uint8Array): Buffer {
  return Buffer.concat([DOMAIN, Buffer.of(1), Buffer.of(1), signer, text]);
}

const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Whether an address has no private key, so that tokens sent there are burned: addresses off the ed25519 curve have none. */
export function isKeyless(address: string): boolean {
  return address === INCINERATOR || pointOf(bs58.decode(address)) === undefined;
}

/** What the MACs of the verifier's rows cover: what its verdicts say and receipts show. */
const covered = {
  verifications:
    'id purpose cluster signature subject demand outcome code amount sent decimals slot payer judged_demand judged_at',
  evidence: 'cluster signature facts providers response',
};
type CoveredTable = keyof typeof covered;
type CoveredRow = { [column: string]: unknown; mac?: Buffer | null; evidence_mac?: Buffer | null };

const macOf = (db: Database, table: CoveredTable, row: CoveredRow): Buffer => {
  const values = covered[table].split(' ').map((column) => row[column]);
  return makeMac(db, table, values);
};

/** Whether the service wrote an accepted claim, or evidence, as it stands: the database's password alone makes none. */
export const hasOwnMac = (db: Database, table: CoveredTable, row: CoveredRow): boolean =>
  row.mac?.equals(macOf(db, table, row)) ?? false;

/** The same of a claim joined with its evidence, if there is any. */
export const isOwnVerdict = (db: Database, row: CoveredRow): boolean =>
  hasOwnMac(db, 'verifications', row) &&
  (row.facts === null || hasOwnMac(db, 'evidence', { ...row, mac: row.evidence_mac ?? null }));

/** Gives rows, as they stand, their MACs, in the transaction that wrote them. */
export async function writeMacs(trx: Database, table: CoveredTable, where: object): Promise<void> {
  for (const row of await trx(`chain.${table}`).where(where)) {
    const { id, cluster, signature } = row;
    await trx(`chain.${table}`)
      .where(id === undefined ? { cluster, signature } : { id })
      .update({ mac: macOf(trx, table, row) });
  }
}

/** Gives MACs to all that counts as accepted, all evidence and the figures: of the previous release, or once INTERNAL_SECRET was lost. */
export async function writeAllMacs(trx: Database): Promise<void> {
  // One at a time: a node's response can be large.
  const accepted = await trx('chain.verifications').where({ outcome: 'accepted' }).select('id');
  for (const key of accepted) await writeMacs(trx, 'verifications', key);
  for (const key of await trx('chain.evidence').select('cluster', 'signature'))
    await writeMacs(trx, 'evidence', key);
  const said: SaidFigures | undefined = await trx('chain.state').whereNotNull('completed_at').first();
  if (said) await trx('chain.state').update({ mac: macOfFigures(trx, said) });
}

type SaidFigures = { figures: object; completed_at: Date; observed_since: Date };

/** The MAC of the figures of payments compared with the chain. */
export const macOfFigures = (db: Database, { figures, completed_at, observed_since }: SaidFigures): Buffer =>
  makeMac(db, 'reconciliation', [figures, completed_at, observed_since]);
