import bs58 from 'bs58';
import { z } from 'zod';
import { RPC_ERROR, RpcError } from './rpc-error.ts';

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
