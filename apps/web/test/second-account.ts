import { sendAll } from '@naughty-list/local-chain/actions';
import {
  associatedTokenAddress,
  TOKEN_PROGRAM_ID,
  transferChecked,
} from '@naughty-list/local-chain/token-instructions';
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';

const TOKEN_ACCOUNT_BYTES = 165;
const RENT_LAMPORTS = 2_039_280;
/** spl-token `instruction.rs`; the owner follows as data. */
const INITIALIZE_ACCOUNT_3 = 18;

/** Moves base units of a holder into its second token account, which the holder pays for. */
export async function moveToSecondAccount(
  chain: { rpcUrl: string; mint: string; decimals: number },
  holder: Keypair,
  amount: bigint,
): Promise<void> {
  const [mint, account] = [new PublicKey(chain.mint), Keypair.generate()];
  const create = SystemProgram.createAccount({
    fromPubkey: holder.publicKey,
    newAccountPubkey: account.publicKey,
    lamports: RENT_LAMPORTS,
    space: TOKEN_ACCOUNT_BYTES,
    programId: TOKEN_PROGRAM_ID,
  });
  const initialize = new TransactionInstruction({
    programId: TOKEN_PROGRAM_ID,
    keys: [account.publicKey, mint].map((pubkey, index) => ({
      pubkey,
      isSigner: false,
      isWritable: index === 0,
    })),
    data: Buffer.concat([Buffer.from([INITIALIZE_ACCOUNT_3]), holder.publicKey.toBuffer()]),
  });
  const from = { mint, account: associatedTokenAddress(mint, holder.publicKey), owner: holder.publicKey };
  const move = transferChecked({ ...from, decimals: chain.decimals }, account.publicKey, amount);
  await sendAll(chain.rpcUrl, [create, initialize, move], [holder, account]);
}
