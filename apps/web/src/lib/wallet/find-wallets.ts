import type { Wallets } from '@wallet-standard/app';
import { injectedWallet } from './injected-wallet.ts';
import type { fromStandardWallet } from './standard-wallet.ts';
import type { Wallet } from './wallet.ts';

type Standard = { registered: Wallets; adapt: typeof fromStandardWallet };
let standard: Promise<Standard> | undefined;

/** Loads Wallet Standard discovery; called after the first view is rendered. */
function loadStandard(): Promise<Standard> {
  standard ??= Promise.all([import('@wallet-standard/app'), import('./standard-wallet.ts')]).then(
    ([{ getWallets }, { fromStandardWallet: adapt }]) => ({ registered: getWallets(), adapt }),
  );
  return standard;
}

/** All wallets of this browser. One that is both injected and registered uses its injected provider. */
export async function findWallets(): Promise<Wallet[]> {
  const injected = injectedWallet();
  const { registered, adapt } = await loadStandard();
  const others = registered
    .get()
    .map(adapt)
    .filter((wallet) => wallet !== undefined)
    .filter(({ name }) => name !== injected?.name);
  return injected ? [injected, ...others] : others;
}

/** Calls `listener` when a wallet appears or disappears; returns the unsubscribe function. */
export async function onWalletsChange(listener: () => void): Promise<() => void> {
  const { registered } = await loadStandard();
  const stops = [registered.on('register', listener), registered.on('unregister', listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Links that open a page in a wallet's in-app browser, where the wallet can sign (universal links, as documented by
 * Phantom and Solflare). A phone without the wallet shows where to get it.
 */
export function browseLinks(page: string): { name: string; href: string }[] {
  const url = encodeURIComponent(page);
  const ref = encodeURIComponent(new URL(page).origin);
  return [
    { name: 'Phantom', href: `https://phantom.app/ul/browse/${url}?ref=${ref}` },
    { name: 'Solflare', href: `https://solflare.com/ul/v1/browse/${url}?ref=${ref}` },
  ];
}
