import { useEffect } from 'react';
import { followWallets } from '../../lib/wallet/session.ts';

/** Finds an existing connection on load and follows what wallets tell. Placed once, above all pages. */
export function WalletKeeper() {
  useEffect(followWallets, []);
  return null;
}
