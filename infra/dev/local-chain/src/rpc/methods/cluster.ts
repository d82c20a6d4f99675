import { z } from 'zod';
import { SLOTS_PER_EPOCH } from '../../chain/machine.ts';
import { decodeMessage, type Message } from '../../chain/transaction.ts';
import {
  Config,
  contextSlot,
  invalidParams,
  method,
  RPC_ERROR,
  type RpcContext,
  RpcError,
  Whole,
  withContext,
} from '../context.ts';

function blockTime(slot: number, { chain }: RpcContext): number {
  const time = chain.clock.blockTimeOf(slot);
  if (time === null) throw new RpcError(RPC_ERROR.blockNotAvailable, `Block not available for slot ${slot}`);
  return time;
}

const epochInfo = (slot: number, { chain }: RpcContext) => ({
  absoluteSlot: slot,
  blockHeight: slot,
  epoch: Math.floor(slot / SLOTS_PER_EPOCH),
  slotIndex: slot % SLOTS_PER_EPOCH,
  slotsInEpoch: SLOTS_PER_EPOCH,
  transactionCount: chain.history.size,
});

const LAMPORTS_PER_SIGNATURE = 5000;

function messageOf(text: string): Message {
  try {
    return decodeMessage(Buffer.from(text, 'base64'));
  } catch {
    throw invalidParams('failed to deserialize solana_message::versions::VersionedMessage');
  }
}

const slotAt = method(z.tuple([Config]), ([config], context) => contextSlot(context, config));

/** Slots, time, blockhashes, fees (without priority fees) and rent. Every slot has a block. */
export const clusterMethods = {
  getGenesisHash: method(z.tuple([]), (_params, { chain }) => chain.genesisHash),
  getSlot: slotAt,
  getBlockHeight: slotAt,
  getBlockTime: method(z.tuple([Whole]), ([slot], context) => blockTime(slot, context)),
  getEpochInfo: method(z.tuple([Config]), ([config], context) =>
    epochInfo(contextSlot(context, config), context),
  ),
  getLatestBlockhash: method(z.tuple([Config]), ([config], context) => {
    const { blockhashes } = context.chain;
    return withContext(context, config, blockhashes.latest(contextSlot(context, config)));
  }),
  getFeeForMessage: method(z.tuple([z.string(), Config]), ([text, config], context) => {
    const { blockhashes, clock } = context.chain;
    const { lifetimeToken, header } = messageOf(text);
    const fee = LAMPORTS_PER_SIGNATURE * header.numSignerAccounts;
    return withContext(context, config, blockhashes.isValid(lifetimeToken, clock.slot()) ? fee : null);
  }),
  getMinimumBalanceForRentExemption: method(z.tuple([Whole]), ([bytes], { chain }) =>
    Number(chain.svm.minimumBalanceForRentExemption(BigInt(bytes))),
  ),
};
