import type { z } from 'zod';
import type { Chain } from '../chain/chain.ts';
import { type Commitment, commitmentOf, type Delays } from '../chain/commitment.ts';
import type { TransactionRecord } from '../history/history.ts';
import { type Config, parseParams } from './params.ts';

/** The Agave release that the local chain reports and imitates. */
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
export const commitmentReached = (context: RpcContext, record: TransactionRecord): Commitment | null =>
  commitmentOf(record, context.delays(record.signature), context.chain.clock.nowMs());
