import { SystemProgram } from '@solana/web3.js';
import type { Chain } from '../chain/chain.ts';
import {
  associatedTokenAddress,
  createTokenAccount,
  initializeMint,
  MINT_SPACE,
  mintTo,
  TOKEN_PROGRAM_ID,
} from '../token-instructions.ts';
import { land } from './faucet.ts';
import type { ChainKeypairs } from './genesis.ts';

export const LIST_DECIMALS = 6;
/** 1,000,000,000 LIST in base units, all owned by the rich holder. */
export const LIST_SUPPLY = 1_000_000_000n * 10n ** BigInt(LIST_DECIMALS);

const RICH_HOLDER_LAMPORTS = 1_000_000_000_000n;
const MINT_AUTHORITY_LAMPORTS = 100_000_000_000n;

/** Creates the LIST mint and its first holder in one transaction, unless it exists. */
export function createList(
  chain: Chain,
  { faucet, mintAuthority, richHolder, mint, burnWallet }: ChainKeypairs,
): void {
  if (chain.read(mint.publicKey.toBase58())) return;
  const give = (to: typeof mint, lamports: bigint) =>
    SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey: to.publicKey, lamports });
  const richAccount = associatedTokenAddress(mint.publicKey, richHolder.publicKey);
  land(
    chain,
    [
      give(richHolder, RICH_HOLDER_LAMPORTS),
      give(mintAuthority, MINT_AUTHORITY_LAMPORTS),
      SystemProgram.createAccount({
        fromPubkey: faucet.publicKey,
        newAccountPubkey: mint.publicKey,
        lamports: Number(chain.svm.minimumBalanceForRentExemption(BigInt(MINT_SPACE))),
        space: MINT_SPACE,
        programId: TOKEN_PROGRAM_ID,
      }),
      initializeMint(mint.publicKey, LIST_DECIMALS, mintAuthority.publicKey),
      createTokenAccount(faucet.publicKey, mint.publicKey, richHolder.publicKey),
      // @solana/pay sends to no wallet without one.
      createTokenAccount(faucet.publicKey, mint.publicKey, burnWallet.publicKey),
      mintTo(mint.publicKey, richAccount, mintAuthority.publicKey, LIST_SUPPLY),
    ],
    [faucet, mint, mintAuthority],
  );
}
