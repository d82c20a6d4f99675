import type { Confidential, Movement } from '../facts.ts';

/** A decoded token instruction. `type` is the name that nodes print in encoding jsonParsed. */
export type TokenInstruction =
  | {
      kind: 'burn';
      type: string;
      account: string;
      mint: string;
      authority: string | null;
      extraKeys: string[];
      amount: bigint;
      decimals: number | null;
    }
  | {
      kind: 'transfer';
      type: string;
      source: string;
      destination: string;
      mint: string | null;
      authority: string | null;
      extraKeys: string[];
      amount: bigint;
      /** Set only if the instruction itself states it. */
      fee: bigint | null;
      decimals: number | null;
    }
  | { kind: 'mintTo'; type: string; account: string; mint: string; amount: bigint; decimals: number | null }
  | {
      kind: 'movement';
      type: string;
      movement: Movement['kind'];
      account: string;
      mint: string | null;
      amount: bigint | null;
      what: string | null;
      newAuthority: string | null;
    }
  | { kind: 'confidential'; type: string; confidential: Confidential['kind']; accounts: string[] }
  /** Changes neither balances nor owners of token accounts. */
  | { kind: 'neutral'; type: string }
  | { kind: 'batch'; nested: Nested[] };

/** One instruction inside a batch: decoded, or the reason why it was not. */
export type Nested =
  | { ok: true; instruction: Exclude<TokenInstruction, { kind: 'batch' }> }
  | { ok: false; reason: string; accounts: string[] };

/** Thrown by the decoders for unknown bytes; the reader records the instruction as undecodable. */
export class UndecodableError extends Error {}

export function undecodable(reason: string): never {
  throw new UndecodableError(reason);
}

type MovementFields = { amount?: bigint; mint?: string | null; what?: string; newAuthority?: string | null };

export function movement(
  kind: Movement['kind'],
  type: string,
  account: string,
  fields: MovementFields = {},
): TokenInstruction {
  return {
    kind: 'movement',
    type,
    movement: kind,
    account,
    mint: fields.mint ?? null,
    amount: fields.amount ?? null,
    what: fields.what ?? null,
    newAuthority: fields.newAuthority ?? null,
  };
}
