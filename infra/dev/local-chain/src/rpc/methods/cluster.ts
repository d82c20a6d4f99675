import { SLOTS_PER_EPOCH } from '../../chain/machine.ts';
import { decodeMessage, type MessageParts } from '../../chain/wire-transaction.ts';
import { contextSlot, NODE_VERSION, type RpcContext, type RpcMethod, withContext } from '../context.ts';
import { configParam, numberParam, textParam } from '../params.ts';
import { invalidParams, RPC_ERROR, RpcError } from '../rpc-error.ts';

/** First bytes of the feature set reported by `getVersion`; unused by clients here. */
const FEATURE_SET = 0;

function blockTime(slot: number, { chain }: RpcContext): number {
  const time = chain.clock.blockTimeOf(slot);
  if (time === null) {
    throw new RpcError(RPC_ERROR.blockNotAvailable, `Block not available for slot ${slot}`);
  }
  return time;
}

function epochInfo(slot: number, { chain }: RpcContext) {
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch: Math.floor(slot / SLOTS_PER_EPOCH),
    slotIndex: slot % SLOTS_PER_EPOCH,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: chain.history.size,
  };
}

/** Health, version, slots and time. Every slot has a block, so height and slot are equal. */
export const clusterMethods: Record<string, RpcMethod> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': NODE_VERSION, 'feature-set': FEATURE_SET }),
  getGenesisHash: (_params, context) => context.chain.genesisHash,
  getSlot: (params, context) => contextSlot(context, configParam(params[0])),
  getBlockHeight: (params, context) => contextSlot(context, configParam(params[0])),
  getBlockTime: (params, context) => blockTime(numberParam(params[0]), context),
  getEpochInfo: (params, context) => epochInfo(contextSlot(context, configParam(params[0])), context),
};

const LAMPORTS_PER_SIGNATURE = 5000;

function messageParam(value: unknown): MessageParts {
  try {
    return decodeMessage(Buffer.from(textParam(value), 'base64'));
  } catch {
    throw invalidParams('failed to deserialize solana_message::versions::VersionedMessage');
  }
}

/** Blockhashes, fees (without priority fees) and rent. */
export const blockhashMethods: Record<string, RpcMethod> = {
  getLatestBlockhash: (params, context) => {
    const config = configParam(params[0]);
    const slot = contextSlot(context, config);
    const { blockhashes } = context.chain;
    return withContext(context, config, {
      blockhash: blockhashes.of(slot),
      lastValidBlockHeight: slot + blockhashes.maxAgeSlots,
    });
  },
  isBlockhashValid: (params, context) => {
    const { blockhashes, clock } = context.chain;
    const valid = blockhashes.isValid(textParam(params[0]), clock.slot());
    return withContext(context, configParam(params[1]), valid);
  },
  getFeeForMessage: (params, context) => {
    const { blockhashes, clock } = context.chain;
    const { blockhash, header } = messageParam(params[0]);
    const fee = LAMPORTS_PER_SIGNATURE * header.numSignerAccounts;
    const valid = blockhashes.isValid(blockhash, clock.slot());
    return withContext(context, configParam(params[1]), valid ? fee : null);
  },
  getMinimumBalanceForRentExemption: (params, context) =>
    Number(context.chain.svm.minimumBalanceForRentExemption(BigInt(numberParam(params[0])))),
};
