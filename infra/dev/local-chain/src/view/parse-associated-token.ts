import type { Parsed } from './instruction-shape.ts';

const TYPES: Record<number, string> = { 0: 'create', 1: 'createIdempotent' };

/** Creation of associated token accounts; names as in Agave's `parse_associated_token.rs`. */
export function parseAssociatedToken(data: Buffer, accounts: string[]): Parsed | null {
  const type = TYPES[data[0] ?? 0];
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
  if (!type || tokenProgram === undefined) return null;
  return { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } };
}
