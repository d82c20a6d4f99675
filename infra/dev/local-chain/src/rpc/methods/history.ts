import { reaches } from '../../chain/commitment.ts';
import { type TransactionRecord, transactionOf } from '../../history/history.ts';
import { type TransactionEncoding, viewTransaction } from '../../view/transaction-view.ts';
import { commitmentReached, type RpcContext, type RpcMethod, withContext } from '../context.ts';
import {
  addressParam,
  type Config,
  commitmentParam,
  configParam,
  listParam,
  signatureParam,
} from '../params.ts';
import { invalidParams, RPC_ERROR, RpcError } from '../rpc-error.ts';

/** MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS and MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT in Agave. */
const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;

/** A node's jsonParsed is left out: only explorers read it. */
const ENCODINGS: readonly TransactionEncoding[] = ['json', 'base58', 'base64'];

/** Nodes also accept the encoding alone in place of a configuration. */
const transactionConfig = (value: unknown): Config =>
  typeof value === 'string' ? { encoding: value } : configParam(value);

function encodingOf(config: Config): TransactionEncoding {
  const wanted = config.encoding ?? 'json';
  const encoding = ENCODINGS.find((known) => known === wanted);
  if (!encoding) throw invalidParams(`Invalid params: unknown variant \`${String(wanted)}\`.`);
  return encoding;
}

/** Commitments of stored transactions; "processed" ones are not in a node's ledger yet. */
function ledgerCommitment(config: Config): 'confirmed' | 'finalized' {
  const commitment = commitmentParam(config);
  if (commitment === 'processed') {
    throw invalidParams('Method does not support commitment below `confirmed`');
  }
  return commitment;
}

function getTransaction(params: readonly unknown[], context: RpcContext) {
  const signature = signatureParam(params[0]);
  const config = transactionConfig(params[1]);
  const commitment = ledgerCommitment(config);
  const encoding = encodingOf(config);
  const record = context.chain.history.find(signature);
  if (!record || !reaches(commitmentReached(context, record), commitment)) return null;
  const { maxSupportedTransactionVersion: max } = config;
  const { version } = transactionOf(record);
  if (version !== 'legacy' && (typeof max !== 'number' || max < version)) {
    throw new RpcError(
      RPC_ERROR.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return viewTransaction(record, encoding, typeof max === 'number');
}

/** Number of slots whose statuses a node knows without searching its ledger (MAX_CACHE_ENTRIES in Agave). */
const RECENT_SLOTS = 300;

function statusOf(record: TransactionRecord | undefined, searchAll: boolean, context: RpcContext) {
  const commitment = record && commitmentReached(context, record);
  if (!record || !commitment) return null;
  const { err, status } = record.meta;
  const age = context.chain.clock.slot() - record.slot;
  if (age > RECENT_SLOTS && !searchAll) return null;
  return {
    slot: record.slot,
    confirmations: commitment === 'finalized' ? null : age,
    err,
    status,
    confirmationStatus: commitment,
  };
}

function signatureStatuses(params: readonly unknown[], context: RpcContext) {
  const signatures = listParam(params[0]).map(signatureParam);
  if (signatures.length > MAX_STATUSES) throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`);
  const config = configParam(params[1]);
  const searchAll = config.searchTransactionHistory === true;
  const statuses = signatures.map((signature) =>
    statusOf(context.chain.history.find(signature), searchAll, context),
  );
  return withContext(context, { commitment: 'processed', ...config }, statuses);
}

function limitOf(config: Config): number {
  const { limit } = config;
  if (limit === undefined || limit === null) return MAX_SIGNATURES;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_SIGNATURES) {
    throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
  }
  return limit;
}

/** Limits a newest-first list to the entries between `before` and `until`, both excluded. */
function between(
  records: TransactionRecord[],
  before: string | null,
  until: string | null,
): TransactionRecord[] {
  const start = before === null ? 0 : records.findIndex((record) => record.signature === before) + 1;
  if (before !== null && start === 0) return [];
  const end = until === null ? -1 : records.findIndex((record) => record.signature === until);
  return records.slice(start, end === -1 ? records.length : end);
}

const optionalSignature = (value: unknown): string | null =>
  value === undefined || value === null ? null : signatureParam(value);

function signaturesForAddress(params: readonly unknown[], context: RpcContext) {
  const address = addressParam(params[0]);
  const config = configParam(params[1]);
  const commitment = ledgerCommitment(config);
  const limit = limitOf(config);
  const newestFirst = context.chain.history
    .of(address)
    .filter((record) => reaches(commitmentReached(context, record), commitment))
    .toReversed();
  return between(newestFirst, optionalSignature(config.before), optionalSignature(config.until))
    .slice(0, limit)
    .map((record) => ({
      signature: record.signature,
      slot: record.slot,
      err: record.meta.err,
      memo: record.memo,
      blockTime: record.blockTime,
      confirmationStatus: commitmentReached(context, record),
    }));
}

/** Transactions, statuses and the signatures of an address. */
export const historyMethods: Record<string, RpcMethod> = {
  getTransaction,
  getSignatureStatuses: signatureStatuses,
  getSignaturesForAddress: signaturesForAddress,
};
