import bs58 from 'bs58';
import { z } from 'zod';
import { reaches, type TransactionRecord, transactionOf } from '../../chain/history.ts';
import {
  Address,
  commitmentReached,
  method,
  RPC_ERROR,
  type RpcContext,
  RpcError,
  Signature,
  withContext,
} from '../context.ts';

/** Top-level instructions have height 1, inner ones more. */
const TOP_LEVEL_HEIGHT = 1;

/** A landed transaction in the shape of `getTransaction` with encoding "json" (Agave 4, as of 2026). */
function viewTransaction(record: TransactionRecord) {
  const { signatures, message } = transactionOf(record);
  const { header, version } = message;
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    version,
    meta: record.meta,
    transaction: {
      signatures,
      message: {
        header: {
          numRequiredSignatures: header.numSignerAccounts,
          numReadonlySignedAccounts: header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
        },
        accountKeys: message.staticAccounts,
        recentBlockhash: message.lifetimeToken,
        instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
          programIdIndex: programAddressIndex,
          accounts: accountIndices,
          data: bs58.encode(Uint8Array.from(data)),
          stackHeight: TOP_LEVEL_HEIGHT,
        })),
        ...(version === 'legacy' ? {} : { addressTableLookups: [] }),
      },
    },
  };
}

/** MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS and MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT in Agave. */
const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;

/** Commitments of stored transactions; "processed" ones are not in a node's ledger yet. */
const commitment = z.enum(['confirmed', 'finalized']).default('finalized');

const TransactionConfig = z
  .object({
    commitment,
    encoding: z.literal('json').optional(),
    maxSupportedTransactionVersion: z.number().optional(),
  })
  .prefault({});

function getTransaction(signature: string, config: z.infer<typeof TransactionConfig>, context: RpcContext) {
  const record = context.chain.history.find(signature);
  if (!record || !reaches(commitmentReached(context, record), config.commitment)) return null;
  const { maxSupportedTransactionVersion: max } = config;
  const view = viewTransaction(record);
  const { version, ...unversioned } = view;
  if (version !== 'legacy' && (max === undefined || max < version)) {
    throw new RpcError(
      RPC_ERROR.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  // Nodes name the version only to callers who say which they understand.
  return max === undefined ? unversioned : view;
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

const PageConfig = z
  .object({
    commitment,
    limit: z.int().min(1).max(MAX_SIGNATURES).default(MAX_SIGNATURES),
    before: Signature.optional(),
    until: Signature.optional(),
  })
  .prefault({});

/** The signatures of an address, newest first, between `before` and `until`, both excluded. */
function signaturesOf(address: string, page: z.infer<typeof PageConfig>, context: RpcContext) {
  const records = context.chain.history
    .of(address)
    .filter((record) => reaches(commitmentReached(context, record), page.commitment))
    .toReversed();
  const indexOf = (signature: string) => records.findIndex((record) => record.signature === signature);
  const start = page.before === undefined ? 0 : indexOf(page.before) + 1;
  if (page.before !== undefined && start === 0) return [];
  const end = page.until === undefined ? -1 : indexOf(page.until);
  return records
    .slice(start, end === -1 ? records.length : end)
    .slice(0, page.limit)
    .map((record) => ({
      signature: record.signature,
      slot: record.slot,
      err: record.meta.err,
      memo: record.memo,
      blockTime: record.blockTime,
      confirmationStatus: commitmentReached(context, record),
    }));
}

const StatusConfig = z.object({ searchTransactionHistory: z.boolean().default(false) }).prefault({});

/** Transactions, statuses and the signatures of an address. */
export const historyMethods = {
  getTransaction: method(z.tuple([Signature, TransactionConfig]), ([signature, config], context) =>
    getTransaction(signature, config, context),
  ),
  getSignatureStatuses: method(
    z.tuple([z.array(Signature).max(MAX_STATUSES), StatusConfig]),
    ([signatures, { searchTransactionHistory }], context) => {
      const { history } = context.chain;
      const statuses = signatures.map((signature) =>
        statusOf(history.find(signature), searchTransactionHistory, context),
      );
      return withContext(context, { commitment: 'processed' }, statuses);
    },
  ),
  getSignaturesForAddress: method(z.tuple([Address, PageConfig]), ([address, page], context) =>
    signaturesOf(address, page, context),
  ),
};
