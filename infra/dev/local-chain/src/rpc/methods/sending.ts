import { z } from 'zod';
import type { Simulation } from '../../chain/chain.ts';
import { returnDataOf } from '../../chain/execute.ts';
import { decodeTransaction, errorText, type WireTransaction } from '../../chain/transaction.ts';
import {
  Address,
  Commitment,
  invalidParams,
  method,
  RPC_ERROR,
  RpcError,
  Whole,
  withContext,
} from '../context.ts';

/** Length of the largest transaction (PACKET_DATA_SIZE in Agave, 1232 bytes) in base64. */
const MAX_TEXT_LENGTH = 1644;

const Wire = z.base64().min(1).max(MAX_TEXT_LENGTH);
/** Nodes also take base58, which no client of this chain sends. */
const encoding = z.literal('base64');

/** @throws RpcError */
function transactionOf(text: string): WireTransaction {
  try {
    return decodeTransaction(Buffer.from(text, 'base64'));
  } catch (error) {
    throw invalidParams(
      `failed to deserialize a transaction: ${error instanceof Error ? error.message : error}`,
    );
  }
}

const simulationResult = ({ err, meta }: Simulation) => ({
  err,
  logs: meta?.logs() ?? [],
  accounts: null,
  unitsConsumed: Number(meta?.computeUnitsConsumed() ?? 0n),
  returnData: meta ? returnDataOf(meta) : null,
  innerInstructions: null,
});

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

/** Sending, simulating and the faucet. */
export const sendingMethods = {
  sendTransaction: method(
    z.tuple([Wire, z.object({ encoding, skipPreflight: z.boolean().optional() })]),
    ([text, { skipPreflight }], { chain }) => {
      const transaction = transactionOf(text);
      if (!skipPreflight) preflight(chain.simulate(transaction, { signatures: true, blockhash: true }));
      // Without preflight, a node returns the signature and drops what cannot land; so does this one.
      chain.submit(transaction);
      return transaction.signature;
    },
  ),
  simulateTransaction: method(
    z.tuple([
      Wire,
      z.object({
        encoding,
        commitment: Commitment,
        sigVerify: z.literal(false).optional(),
        replaceRecentBlockhash: z.boolean().default(false),
      }),
    ]),
    ([text, config], context) => {
      const checks = { signatures: false, blockhash: !config.replaceRecentBlockhash };
      const simulation = context.chain.simulate(transactionOf(text), checks);
      return withContext(context, config, simulationResult(simulation));
    },
  ),
  requestAirdrop: method(z.tuple([Address, Whole]), ([address, lamports], context) =>
    context.airdrop(address, BigInt(lamports)),
  ),
};
