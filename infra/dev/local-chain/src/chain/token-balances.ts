import { type UiTokenAmount, uiTokenAmount } from '../view/token-amount.ts';
import type { AccountState } from './account-state.ts';
import { readMint, readTokenAccount } from './token-account.ts';

/** One entry of `preTokenBalances` or `postTokenBalances`. */
export type TokenBalance = {
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  uiTokenAmount: UiTokenAmount;
};

/**
 * Token balances of a transaction's accounts, in the order of its keys. As on a node, an account without a readable
 * mint is omitted, and the `uiAmount` of zero is null.
 */
export function tokenBalances(
  accounts: readonly (AccountState | null)[],
  read: (address: string) => AccountState | null,
): TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    const token = readTokenAccount(account);
    if (!account || !token) return [];
    const mint = readMint(read(token.mint));
    if (!mint) return [];
    const amount = uiTokenAmount(token.amount, mint.decimals);
    return {
      accountIndex,
      mint: token.mint,
      owner: token.owner,
      programId: account.owner,
      uiTokenAmount: token.amount === 0n ? { ...amount, uiAmount: null } : amount,
    };
  });
}
