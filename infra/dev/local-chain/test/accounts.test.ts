import { Keypair, PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../src/token-instructions.ts';
import { fundedWallet, rpc, SOL, startChain } from './chain-under-test.ts';
import { createFundedHolder } from './holders.ts';

const LIST = 1_000_000n;

describe('accounts', () => {
  it('are shown in base64 and in no other encoding', async () => {
    const { url, mint } = await startChain();
    const read = async (config: object) => await rpc(url, 'getAccountInfo', [mint, config]);
    const { result } = await read({ encoding: 'base64' });
    const { data, space, owner } = (
      result as { value: { data: [string, string]; space: number; owner: string } }
    ).value;
    expect(owner).toBe(TOKEN_PROGRAM_ID.toBase58());
    expect(data).toEqual([expect.any(String), 'base64']);
    // A mint's size, and its decimals.
    expect([space, Buffer.from(data[0], 'base64')[44]]).toEqual([82, 6]);
    for (const encoding of ['base58', 'jsonParsed', 'nonsense'])
      expect((await read({ encoding })).error).toMatchObject({ code: -32602 });
  });

  it('are null when there are none', async () => {
    const { connection } = await startChain();
    const { publicKey } = await fundedWallet(connection, 2);
    expect(await connection.getAccountInfo(Keypair.generate().publicKey)).toBeNull();
    expect(await connection.getAccountInfo(publicKey)).toMatchObject({ lamports: 2 * SOL });
  });

  it('refuse addresses that are none', async () => {
    const { url } = await startChain();
    for (const address of ['', 'abc', '0OIl', 7, null, 'x'.repeat(1000)]) {
      expect((await rpc(url, 'getBalance', [address])).error?.code).toBe(-32602);
    }
  });
});

describe('token accounts', () => {
  it('are found by owner, by mint and by program', async () => {
    const { connection, url, mint, richHolder } = await startChain();
    const listMint = new PublicKey(mint);
    const holder = await createFundedHolder({ rpcUrl: url, richHolder, mint, amount: 5n * LIST });
    const account = associatedTokenAddress(listMint, holder.publicKey);
    const byMint = await connection.getTokenAccountsByOwner(holder.publicKey, { mint: listMint });
    expect(byMint.value.map(({ pubkey }) => pubkey)).toEqual([account]);
    const byProgram = await connection.getTokenAccountsByOwner(holder.publicKey, {
      programId: TOKEN_PROGRAM_ID,
    });
    expect(byProgram.value).toEqual(byMint.value);
    const none = await connection.getTokenAccountsByOwner(holder.publicKey, {
      programId: TOKEN_2022_PROGRAM_ID,
    });
    expect(none.value).toEqual([]);
    expect((await connection.getTokenAccountBalance(account)).value).toEqual({
      amount: '5000000',
      decimals: 6,
      uiAmount: 5,
      uiAmountString: '5',
    });
  });

  it('give one billion LIST to the rich holder at the first start', async () => {
    const { connection, mint, richHolder } = await startChain();
    const account = associatedTokenAddress(new PublicKey(mint), richHolder.publicKey);
    expect((await connection.getTokenAccountBalance(account)).value.uiAmountString).toBe('1000000000');
    expect(await connection.getBalance(richHolder.publicKey)).toBe(1000 * SOL);
  });

  it('refuse what is no token account or mint', async () => {
    const { connection, richHolder, mint } = await startChain();
    await expect(connection.getTokenAccountBalance(richHolder.publicKey)).rejects.toThrow(
      'not a Token account',
    );
    await expect(connection.getTokenAccountBalance(Keypair.generate().publicKey)).rejects.toThrow(
      'could not find account',
    );
    const none = { mint: richHolder.publicKey };
    await expect(connection.getTokenAccountsByOwner(richHolder.publicKey, none)).rejects.toThrow(
      'not a Token mint',
    );
    const filter = { programId: new PublicKey(mint) };
    await expect(connection.getTokenAccountsByOwner(richHolder.publicKey, filter)).rejects.toThrow(
      'unrecognized Token program id',
    );
  });
});
