import type { AccountState } from '../../chain/account-state.ts';
import type { Simulation } from '../../chain/chain.ts';
import { innerInstructionsOf, returnDataOf } from '../../chain/execute.ts';
import { errorText } from '../../chain/transaction-error.ts';
import {
  decodeTransaction,
  MAX_TRANSACTION_BYTES,
  MalformedTransactionError,
  type WireTransaction,
} from '../../chain/wire-transaction.ts';
import { type RpcContext, type RpcMethod, withContext } from '../context.ts';
import {
  addressParam,
  type Config,
  configParam,
  fromBase58,
  listParam,
  numberParam,
  textParam,
} from '../params.ts';
import { invalidParams, RPC_ERROR, RpcError } from '../rpc-error.ts';
import { showAccount } from './accounts.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Length of the largest transaction in base58, the longest encoding; longer text is not decoded. */
const MAX_TEXT_LENGTH = Math.ceil(MAX_TRANSACTION_BYTES * 1.4);

function bytesOf(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) {
    throw invalidParams(
      `${encoding} encoded solana_transaction::versioned::VersionedTransaction too large: ${text.length} bytes (max: encoded ${MAX_TEXT_LENGTH})`,
    );
  }
  const bytes =
    encoding === 'base58' ? fromBase58(text) : BASE64.test(text) ? Buffer.from(text, 'base64') : null;
  if (!bytes) throw invalidParams(`invalid ${encoding} encoding: Invalid symbol`);
  return bytes;
}

/** The transaction in a parameter, base58 unless the configuration requests base64. @throws RpcError */
function transactionParam(value: unknown, config: Config): WireTransaction {
  const encoding = config.encoding ?? 'base58';
  if (encoding !== 'base58' && encoding !== 'base64') {
    throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`);
  }
  const bytes = bytesOf(textParam(value), encoding);
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (error instanceof MalformedTransactionError) throw invalidParams(error.message);
    throw error;
  }
}

function simulationResult({ err, meta }: Simulation) {
  return {
    err,
    logs: meta?.logs() ?? [],
    accounts: null as unknown,
    unitsConsumed: Number(meta?.computeUnitsConsumed() ?? 0n),
    returnData: meta ? returnDataOf(meta) : null,
    innerInstructions: null as unknown,
    replacementBlockhash: null as unknown,
  };
}

/** Like a node's preflight, rejects what would not land or would fail. @throws RpcError */
function preflight(simulation: Simulation): void {
  const { err } = simulation;
  if (err === null) return;
  if (err === 'SignatureFailure') {
    throw new RpcError(RPC_ERROR.signatureVerification, 'Transaction signature verification failure');
  }
  throw new RpcError(
    RPC_ERROR.preflightFailure,
    `Transaction simulation failed: ${errorText(err)}`,
    simulationResult(simulation),
  );
}

function sendTransaction(params: readonly unknown[], { chain }: RpcContext): string {
  const config = configParam(params[1]);
  const transaction = transactionParam(params[0], config);
  if (config.skipPreflight !== true) {
    preflight(chain.simulate(transaction, { signatures: true, blockhash: true }));
  }
  // Without preflight, a node returns the signature and drops what cannot land; so does this one.
  chain.submit(transaction);
  return transaction.signature;
}

function simulatedAccounts(config: Config, simulation: Simulation): unknown {
  if (config.accounts === undefined || config.accounts === null) return null;
  const accounts = configParam(config.accounts);
  if (simulation.err !== null) return listParam(accounts.addresses).map(() => null);
  const read = (address: string): AccountState | null => simulation.read(address);
  return listParam(accounts.addresses).map((address) =>
    showAccount(read(addressParam(address)), accounts, read, 'base64'),
  );
}

function simulateTransaction(params: readonly unknown[], context: RpcContext) {
  const config = configParam(params[1]);
  const { chain } = context;
  const transaction = transactionParam(params[0], config);
  const replace = config.replaceRecentBlockhash === true;
  if (replace && config.sigVerify === true) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  }
  const simulation = chain.simulate(transaction, {
    signatures: config.sigVerify === true,
    blockhash: !replace,
  });
  const slot = chain.clock.slot();
  return withContext(context, config, {
    ...simulationResult(simulation),
    accounts: simulatedAccounts(config, simulation),
    innerInstructions:
      config.innerInstructions === true && simulation.meta ? innerInstructionsOf(simulation.meta) : null,
    replacementBlockhash: replace
      ? { blockhash: chain.blockhashes.of(slot), lastValidBlockHeight: slot + chain.blockhashes.maxAgeSlots }
      : null,
  });
}

/** Sending, simulating and the faucet. */
export const sendingMethods: Record<string, RpcMethod> = {
  sendTransaction,
  simulateTransaction,
  requestAirdrop: (params, context) =>
    context.airdrop(addressParam(params[0]), BigInt(numberParam(params[1]))),
};
