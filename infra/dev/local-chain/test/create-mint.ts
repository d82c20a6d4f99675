import {
  type Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import {
  associatedTokenAddress,
  createTokenAccount,
  initializeMint,
  MINT_SPACE,
  mintTo,
} from '../src/token-instructions.ts';
import { send } from './chain-under-test.ts';

/** Creates a mint with 1,000 tokens in the payer's account. */
export async function createMint(
  connection: Connection,
  payer: Keypair,
  program: PublicKey,
  decimals: number,
  extension?: { space: number; initialize: (mint: PublicKey) => TransactionInstruction },
) {
  const space = extension?.space ?? MINT_SPACE;
  const mint = Keypair.generate();
  const account = associatedTokenAddress(mint.publicKey, payer.publicKey, program);
  const create = new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(space),
      space,
      programId: program,
    }),
    ...(extension ? [extension.initialize(mint.publicKey)] : []),
    initializeMint(mint.publicKey, decimals, payer.publicKey, program),
    createTokenAccount(payer.publicKey, mint.publicKey, payer.publicKey, program),
    mintTo(mint.publicKey, account, payer.publicKey, 1000n * 10n ** BigInt(decimals), program),
  );
  const signature = await send(connection, create, [payer, mint]);
  return {
    mint: mint.publicKey,
    account,
    owner: payer.publicKey,
    decimals,
    tokenProgram: program,
    signature,
  };
}
