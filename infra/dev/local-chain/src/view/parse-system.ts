import bs58 from 'bs58';
import type { Parsed } from './instruction-shape.ts';

const key = (data: Buffer, offset: number): string => bs58.encode(data.subarray(offset, offset + 32));
const lamports = (data: Buffer, offset: number): number => Number(data.readBigUInt64LE(offset));

/** Instructions of the System Program; names as in Agave's `parse_system.rs`. */
export function parseSystem(data: Buffer, accounts: string[]): Parsed | null {
  const [first, second, third] = accounts;
  switch (data.readUInt32LE(0)) {
    case 0: {
      const info = {
        source: first,
        newAccount: second,
        lamports: lamports(data, 4),
        space: lamports(data, 12),
        owner: key(data, 20),
      };
      return { type: 'createAccount', info };
    }
    case 1:
      return { type: 'assign', info: { account: first, owner: key(data, 4) } };
    case 2:
      return { type: 'transfer', info: { source: first, destination: second, lamports: lamports(data, 4) } };
    case 4:
      return {
        type: 'advanceNonce',
        info: { nonceAccount: first, recentBlockhashesSysvar: second, nonceAuthority: third },
      };
    case 8:
      return { type: 'allocate', info: { account: first, space: lamports(data, 4) } };
    default:
      return null;
  }
}
