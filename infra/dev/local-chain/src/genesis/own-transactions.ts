import { randomUUID } from 'node:crypto';
import {
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { type AccountState, SYSTEM_PROGRAM } from '../chain/account.ts';
import type { Chain } from '../chain/chain.ts';
import { decodeTransaction, errorText } from '../chain/transaction.ts';
import {
  associatedTokenAddress,
  createTokenAccount,
  initializeMint,
  MINT_SPACE,
  memo,
  mintTo,
  TOKEN_PROGRAM_ID,
} from '../token-instructions.ts';
import type { ChainKeypairs } from './genesis.ts';

/** 9,000,000 SOL: an exact integer in JSON. */
const FAUCET_LAMPORTS = 9_000_000_000_000_000n;

export function faucetAccount(): AccountState {
  return { lamports: FAUCET_LAMPORTS, owner: SYSTEM_PROGRAM, data: new Uint8Array(), executable: false };
}

function sign(instructions: TransactionInstruction[], signers: Keypair[], blockhash: string) {
  const [feePayer] = signers;
  if (!feePayer) throw new Error('a transaction needs a fee payer');
  const transaction = new Transaction({ feePayer: feePayer.publicKey, blockhash, lastValidBlockHeight: 0 });
  transaction.add(...instructions).sign(...signers);
  return decodeTransaction(transaction.serialize());
}

/**
 * Signs and lands a transaction of the chain itself; the first signer pays.
 * @returns the signature
 * @throws Error when the transaction does not succeed
 */
function land(chain: Chain, instructions: TransactionInstruction[], signers: Keypair[]): string {
  const transaction = sign(instructions, signers, chain.blockhashes.of(chain.clock.slot()));
  const { err } = chain.simulate(transaction, { signatures: true, blockhash: true });
  const refused = err ?? chain.submit(transaction);
  if (refused !== null) throw new Error(errorText(refused));
  return transaction.signature;
}

/** Sends lamports from the faucet to anyone. @returns the signature */
export function airdrop(chain: Chain, faucet: Keypair, address: string, lamports: bigint): string {
  const transfer = SystemProgram.transfer({
    fromPubkey: faucet.publicKey,
    toPubkey: new PublicKey(address),
    lamports,
  });
  // Without the memo, the same transfer twice in one slot would be the same transaction.
  return land(chain, [transfer, memo(randomUUID())], [faucet]);
}

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
