import type { Wallets } from '@wallet-standard/app';
import { createContext, type ReactNode } from 'react';
import { checkedBy, createStore, readStored, writeStored } from '../store.ts';
import type { Wallet } from './wallet.ts';

/** Delay between disconnecting and reconnecting (specification, section 9). */
const RECONNECT_DELAY_MS = 100;
/** The last connected wallet, to restore the connection after a reload. */
const KEY = 'naughty-list.wallet';

export type WalletSession =
  | { state: 'disconnected' }
  | { state: 'connecting' }
  | { state: 'connected'; wallet: Wallet; address: string };

const disconnected: WalletSession = { state: 'disconnected' };

const store = createStore<{ session: WalletSession }>({ session: disconnected });
const set = (session: WalletSession) => store.set({ session });
/** Number of the last request; the results of earlier ones are ignored. */
let lastRequest = 0;
const unwatchers = new Map<string, () => void>();

/**
 * Disconnects, waits, and connects the wallet. A failure is logged and leaves it disconnected. Returns false after a
 * failure, unless a later request replaced this one.
 */
export async function connectWallet(wallet: Wallet): Promise<boolean> {
  const request = ++lastRequest;
  const before = connected()?.wallet ?? wallet;
  set({ state: 'connecting' });
  try {
    await disconnectQuietly(before);
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS));
    const address = await wallet.connect({ onlyIfTrusted: false });
    if (request === lastRequest && !connected()) adopt(wallet, address);
    return true;
  } catch (error) {
    console.warn('the wallet did not connect', error);
    if (request !== lastRequest) return true;
    stopConnecting();
    return false;
  }
}

/** Offers to connect again, as a wallet may never answer; if it does after all, it is connected. */
export function stopConnecting(): void {
  if (store.get().session.state === 'connecting') reset();
}

export async function disconnectWallet(): Promise<void> {
  lastRequest += 1;
  const wallet = connected()?.wallet;
  reset();
  if (wallet) await disconnectQuietly(wallet);
}

/** Restores the connection that a wallet reports, or that of the last visit. */
async function restoreWallet(): Promise<void> {
  const request = lastRequest;
  const isCurrent = () => request === lastRequest && store.get().session.state === 'disconnected';
  for (const wallet of await findWallets()) {
    watch(wallet);
    const address = wallet.currentAddress() ?? (await trustedAddress(wallet));
    if (address && isCurrent()) adopt(wallet, address);
  }
}

/** The address of the last visit's wallet, if it shares it without a prompt. */
async function trustedAddress(wallet: Wallet): Promise<string | undefined> {
  if (readStored(KEY, checkedBy<string>({ type: 'string' })) !== wallet.id) return undefined;
  return wallet.connect({ onlyIfTrusted: true }).catch((error: unknown) => {
    console.info('the wallet does not reconnect without a prompt', error);
    return undefined;
  });
}

/**
 * Restores a connection now and whenever a wallet appears, and follows changes. Returns the stop function.
 */
export function followWallets(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const failed = (error: unknown) => console.warn('no wallet could be looked for', error);
  const restore = () => void restoreWallet().catch(failed);
  loadStandard().then(({ registered }) => {
    if (signal.aborted) return;
    restore();
    for (const event of ['register', 'unregister'] as const)
      signal.addEventListener('abort', registered.on(event, restore));
  }, failed);
  return () => {
    stop.abort();
    for (const unwatch of unwatchers.values()) unwatch();
    unwatchers.clear();
  };
}

/** Follows changes made in the wallet: connect, disconnect, account switch. */
function watch(wallet: Wallet): void {
  if (unwatchers.has(wallet.id)) return;
  const stop = wallet.onChange((address) => {
    const isCurrent = connected()?.wallet.id === wallet.id;
    if (!address && isCurrent) reset();
    else if (address && (isCurrent || store.get().session.state === 'disconnected')) adopt(wallet, address);
  });
  unwatchers.set(wallet.id, stop);
}

function adopt(wallet: Wallet, address: string): void {
  watch(wallet);
  writeStored(KEY, wallet.id);
  set({ state: 'connected', wallet, address });
}

function reset(): void {
  writeStored(KEY, undefined);
  set(disconnected);
}

async function disconnectQuietly(wallet: Wallet): Promise<void> {
  try {
    await wallet.disconnect();
  } catch (error) {
    console.warn('the wallet did not disconnect', error);
  }
}

/** The connected wallet and its address, or undefined. */
export function connected() {
  const { session } = store.get();
  return session.state === 'connected' ? session : undefined;
}

export const useWalletSession = (): WalletSession => store.use().session;

/** The button that connects a wallet: the frame of the pages provides it to every form that needs one. */
export const ConnectButton = createContext<ReactNode>(null);

type Found = { registered: Wallets; adapters: typeof import('./standard-wallet.ts') };
let found: Promise<Found> | undefined;

/** Loads Wallet Standard discovery; called after the first view is rendered. */
function loadStandard(): Promise<Found> {
  found ??= Promise.all([import('@wallet-standard/app'), import('./standard-wallet.ts')]).then(
    ([{ getWallets }, adapters]) => ({ registered: getWallets(), adapters }),
  );
  return found;
}

/** All wallets of this browser. One that is both injected and registered uses its injected provider. */
export async function findWallets(): Promise<Wallet[]> {
  const { registered, adapters } = await loadStandard();
  const injected = adapters.injectedWallet();
  const others = registered
    .get()
    .map(adapters.fromStandardWallet)
    .filter((wallet) => wallet !== undefined)
    .filter(({ name }) => name !== injected?.name);
  return injected ? [injected, ...others] : others;
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
