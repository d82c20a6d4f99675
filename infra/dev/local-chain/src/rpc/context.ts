import bs58 from 'bs58';
import { z } from 'zod';
import type { Chain } from '../chain/chain.ts';
import { commitmentOf, type Delays, type TransactionRecord } from '../chain/history.ts';

/** JSON-RPC error codes of Solana nodes (rpc-client-api `custom_error.rs`). */
export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerification: -32003,
  blockNotAvailable: -32004,
  unsupportedTransactionVersion: -32015,
} as const;

/** An error returned to the caller. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const invalidParams = (message: string): RpcError => new RpcError(RPC_ERROR.invalidParams, message);

const base58 = (bytes: number) =>
  // 64 bytes have at most 88 characters.
  z.string().refine((text) => text.length <= 88 && bs58.decodeUnsafe(text)?.length === bytes);
export const Address = base58(32);
export const Signature = base58(64);
export const Whole = z.int().nonnegative();
export const Commitment = z.enum(['processed', 'confirmed', 'finalized']).default('finalized');

const config = z.object({ commitment: Commitment });
export type Config = z.infer<typeof config>;
/** A configuration object, all of it optional. */
export const Config = config.prefault({});
/** The configuration of a method that returns accounts, in the only encoding of this chain. */
export const AccountConfig = config.extend({ encoding: z.literal('base64').optional() }).prefault({});

/** @throws RpcError */
export function parseParams<Schema extends z.ZodTuple>(schema: Schema, params: unknown): z.infer<Schema> {
  const given = params ?? [];
  const whole = Array.isArray(given) ? schema.def.items.map((_, at) => given[at] ?? undefined) : given;
  const { success, data, error } = schema.safeParse(whole);
  if (!success) throw new RpcError(RPC_ERROR.invalidParams, `Invalid params: ${z.prettifyError(error)}`);
  return data;
}

/** The Agave release that the local chain imitates. */
export const NODE_VERSION = '4.2.0';

/** The parts that every method uses. */
export type RpcContext = {
  chain: Chain;
  /** Delays in effect, for one transaction or in general. */
  delays(signature?: string): Delays;
  /** Sends lamports from the faucet. @returns the transaction's signature */
  airdrop(address: string, lamports: bigint): string;
};

export type RpcMethod = (params: unknown, context: RpcContext) => unknown;

/** A method whose parameters are checked first; omitted ones are undefined. */
export const method =
  <Schema extends z.ZodTuple>(
    schema: Schema,
    answer: (params: z.infer<Schema>, context: RpcContext) => unknown,
  ): RpcMethod =>
  (params, context) =>
    answer(parseParams(schema, params), context);

/** The newest slot at a commitment: behind the current one by its delay. */
export function contextSlot({ chain, delays }: RpcContext, { commitment }: Config): number {
  const { confirmMs, finalizeMs } = delays();
  const { slotMs } = chain.clock.current();
  const lagMs = { processed: 0, confirmed: confirmMs, finalized: finalizeMs }[commitment];
  return Math.max(0, chain.clock.slot() - Math.ceil(lagMs / slotMs));
}

/** Wraps a value as `{ context, value }`. */
export const withContext = <T>(context: RpcContext, config: Config, value: T) => ({
  context: { apiVersion: NODE_VERSION, slot: contextSlot(context, config) },
  value,
});

/** A transaction's commitment level under its delays. */
export const commitmentReached = (context: RpcContext, record: TransactionRecord) =>
  commitmentOf(record, context.delays(record.signature), context.chain.clock.nowMs());
