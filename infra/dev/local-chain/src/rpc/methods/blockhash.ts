import { decodeMessage, type MessageParts } from '../../chain/compiled-message.ts';
import { contextSlot, type RpcMethod, withContext } from '../context.ts';
import { configParam, numberParam, textParam } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

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
