import { RpcFault } from '../providers/rpc-fault.ts';

export type MintAccount = { tokenProgram: string; decimals: number };

const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
// Layout of a mint (spl-token state.rs): decimals, is_initialized; Token-2022 puts the account type after 165 bytes.
const MINT_SIZE = 82;
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
const ACCOUNT_TYPE_AT = 165;
const ACCOUNT_TYPE_MINT = 1;

/** Reads a mint account's bytes. Throws `mint_unusable` for anything but an initialised mint. */
export function readMintAccount(
  owner: string,
  data: Uint8Array,
  from: { address: string; provider: string },
): MintAccount {
  const isMint = data.length === MINT_SIZE || data[ACCOUNT_TYPE_AT] === ACCOUNT_TYPE_MINT;
  const decimals = data[DECIMALS_AT];
  if (!TOKEN_PROGRAMS.includes(owner) || !isMint || decimals === undefined || data[INITIALIZED_AT] !== 1) {
    throw new RpcFault('mint_unusable', `${from.address} is not a token mint`, from);
  }
  return { tokenProgram: owner, decimals };
}
