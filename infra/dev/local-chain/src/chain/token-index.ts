import type { AccountState } from './account-state.ts';
import { readTokenAccount } from './token-account.ts';

/** Addresses that have been token accounts of a wallet or mint; the caller checks their current state. */
export type TokenIndex = {
  update(address: string, account: AccountState | null): void;
  ofOwner(owner: string): ReadonlySet<string>;
  ofMint(mint: string): ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

function addTo(map: Map<string, Set<string>>, key: string, address: string): void {
  const known = map.get(key);
  if (known) known.add(address);
  else map.set(key, new Set([address]));
}

export function createTokenIndex(): TokenIndex {
  const byOwner = new Map<string, Set<string>>();
  const byMint = new Map<string, Set<string>>();
  return {
    update: (address, account) => {
      const token = readTokenAccount(account);
      if (!token) return;
      addTo(byOwner, token.owner, address);
      addTo(byMint, token.mint, address);
    },
    ofOwner: (owner) => byOwner.get(owner) ?? NONE,
    ofMint: (mint) => byMint.get(mint) ?? NONE,
  };
}
