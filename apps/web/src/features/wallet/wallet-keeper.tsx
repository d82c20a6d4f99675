import { useEffect } from 'react';
import { followWallets } from '../../lib/wallet/session.ts';

/** Restores an existing connection on load and follows wallet events. Mount once, above all pages. */
export function WalletKeeper() {
  useEffect(() => {
    let stop = () => {};
    // In a separate task, so that hydration comes first.
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
