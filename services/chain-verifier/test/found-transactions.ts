import {
  associatedTokenAddress,
  burnChecked,
  createTokenAccount,
  memo,
  TOKEN_PROGRAM_ID,
  transferChecked,
} from '@naughty-list/local-chain/token-instructions';
import {
  ComputeBudgetProgram,
  Connection,
  PublicKey,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { list } from './transactions.ts';
import type { TestChain } from './verifier-under-test.ts';

const MILLION = list(1_000_000n);

/** Instructions that a holder of LIST can put into a transaction; amounts in base units. */
export function holderOf({ mint, richHolder, burnWallet }: TestChain) {
  const [mintKey, wallet] = [new PublicKey(mint), new PublicKey(burnWallet)];
  const account = associatedTokenAddress(mintKey, richHolder.publicKey);
  const destination = associatedTokenAddress(mintKey, wallet);
  const source = { mint: mintKey, account, owner: richHolder.publicKey, decimals: 6 };
  return {
    burn: (amount = MILLION) => burnChecked(source, amount),
    openWallet: () => createTokenAccount(richHolder.publicKey, mintKey, wallet),
    pay: (amount = MILLION) => transferChecked(source, destination, amount),
    /** Names no mint, only the token accounts. */
    payUnchecked: (amount = MILLION) => unchecked(account, destination, richHolder.publicKey, amount),
    memo,
  };
}

function unchecked(
  source: PublicKey,
  destination: PublicKey,
  owner: PublicKey,
  amount: bigint,
): TransactionInstruction {
  const data = Buffer.alloc(9, 3);
  data.writeBigUInt64LE(amount, 1);
  const keys = [source, destination, owner].map((pubkey) => ({
    pubkey,
    isSigner: pubkey === owner,
    isWritable: pubkey !== owner,
  }));
  return new TransactionInstruction({ programId: TOKEN_PROGRAM_ID, keys, data });
}

/** Appends a Solana Pay reference key to the instruction's accounts. */
export function withKey(instruction: TransactionInstruction, key: PublicKey): TransactionInstruction {
  instruction.keys.push({ pubkey: key, isSigner: false, isWritable: false });
  return instruction;
}

/** Sends without waiting; `salt` keeps identical transactions apart. Failures land too. */
export async function send(
  chain: TestChain,
  instructions: TransactionInstruction[],
  salt = Math.floor(Math.random() * 2 ** 31),
): Promise<string> {
  const connection = new Connection(chain.url, 'confirmed');
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: chain.richHolder.publicKey });
  transaction.add(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: salt }), ...instructions);
  transaction.sign(chain.richHolder);
  return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
}

/** Sends many, several at a time. */
export async function sendMany(
  chain: TestChain,
  count: number,
  make: (index: number) => TransactionInstruction[],
): Promise<string[]> {
  const signatures: string[] = [];
  const AT_ONCE = 50;
  for (let start = 0; start < count; start += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset) => start + offset);
    signatures.push(...(await Promise.all(indexes.map((index) => send(chain, make(index))))));
  }
  return signatures;
}
