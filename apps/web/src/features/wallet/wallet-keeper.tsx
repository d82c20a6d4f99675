import { useEffect } from 'react';
import { followWallets } from '../../lib/wallet/session.ts';

/** Finds an existing connection on load and follows what wallets tell. Placed once, above all pages. */
export function WalletKeeper() {
  useEffect(() => {
    let stop = () => {};
    // In a task of its own: the page is taken over first.
    const timer = setTimeout(() => {
      stop = followWallets();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return null;
}
