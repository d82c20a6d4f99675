import { randomUUID } from 'node:crypto';
import {
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { type AccountState, SYSTEM_PROGRAM } from '../chain/account-state.ts';
import type { Chain } from '../chain/chain.ts';
import { errorText } from '../chain/transaction-error.ts';
import { decodeTransaction } from '../chain/wire-transaction.ts';
import { memo } from '../token-instructions.ts';

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
export function land(chain: Chain, instructions: TransactionInstruction[], signers: Keypair[]): string {
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
