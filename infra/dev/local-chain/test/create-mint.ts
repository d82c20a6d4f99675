import {
  type Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';
import {
  associatedTokenAddress,
  createTokenAccount,
  initializeMint,
  MINT_SPACE,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
} from '../src/token-instructions.ts';
import { send } from './chain-under-test.ts';

type MintExtension = { space: number; initialize: (mint: PublicKey) => TransactionInstruction };

/** Creates a mint with 1,000 tokens in the payer's account. */
export async function createMint(
  connection: Connection,
  payer: Keypair,
  program: PublicKey,
  decimals: number,
  extension?: MintExtension,
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

/** `TransferFeeConfig` of Token-2022: the size of a mint with its account type and header (spl-token-2022 `extension/mod.rs`). */
export const transferFee = (fee: { basisPoints: number; maximum: bigint }): MintExtension => ({
  space: 166 + 4 + 108,
  initialize(mint) {
    const data = Buffer.alloc(14);
    // TransferFeeExtension, InitializeTransferFeeConfig, no authorities, the fee.
    data.set([26, 0, 0, 0]);
    data.writeUInt16LE(fee.basisPoints, 4);
    data.writeBigUInt64LE(fee.maximum, 6);
    const keys = [{ pubkey: mint, isSigner: false, isWritable: true }];
    return new TransactionInstruction({ programId: TOKEN_2022_PROGRAM_ID, keys, data });
  },
});
