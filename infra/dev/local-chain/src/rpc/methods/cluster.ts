import { SLOTS_PER_EPOCH } from '../../chain/machine.ts';
import { contextSlot, NODE_VERSION, type RpcContext, type RpcMethod } from '../context.ts';
import { configParam, numberParam } from '../params.ts';
import { RPC_ERROR, RpcError } from '../rpc-error.ts';

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
