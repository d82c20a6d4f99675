import { useSyncExternalStore } from 'react';
import { checkedBy } from '../shape.ts';
import { readStored, writeStored } from '../stored-json.ts';
import { findWallets, onWalletsChange } from './find-wallets.ts';
import type { Signing, Wallet } from './wallet.ts';

/** Delay between disconnecting and reconnecting (specification, section 9). */
const RECONNECT_DELAY_MS = 100;
/** The last connected wallet, to restore the connection after a reload. */
const KEY = 'naughty-list.wallet';

export type WalletSession =
  | { state: 'disconnected' }
  | { state: 'connecting'; name: string }
  | { state: 'connected'; name: string; address: string };

const disconnected: WalletSession = { state: 'disconnected' };

let session: WalletSession = disconnected;
let current: Wallet | undefined;
/** Request counter; results of outdated requests are ignored. */
let turn = 0;
const watched = new Map<string, () => void>();
const listeners = new Set<() => void>();

function set(next: WalletSession): void {
  session = next;
  for (const listener of listeners) listener();
}

/**
 * Disconnects, waits, and connects the wallet. A failure is logged and leaves it disconnected. Returns false for a
 * failure, unless a later request has taken over.
 */
export async function connectWallet(wallet: Wallet): Promise<boolean> {
  const mine = ++turn;
  const before = current ?? wallet;
  current = undefined;
  set({ state: 'connecting', name: wallet.name });
  try {
    await leave(before);
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS));
    const address = await wallet.connect({ onlyIfTrusted: false });
    if (mine === turn) adopt(wallet, address);
    return true;
  } catch (error) {
    console.warn('the wallet did not connect', error);
    if (mine !== turn) return true;
    reset();
    return false;
  }
}

export async function disconnectWallet(): Promise<void> {
  turn += 1;
  const wallet = current;
  reset();
  if (wallet) await leave(wallet);
}

/** Restores an existing connection: one reported by a wallet, or the one of the last visit. */
async function restoreWallet(): Promise<void> {
  const mine = turn;
  const isFree = () => mine === turn && session.state === 'disconnected';
  for (const wallet of await findWallets()) {
    watch(wallet);
    const address = wallet.currentAddress() ?? (await trustedAddress(wallet));
    if (address && isFree()) adopt(wallet, address);
  }
}

/** The address the last wallet returns without a prompt. */
async function trustedAddress(wallet: Wallet): Promise<string | undefined> {
  if (readStored(KEY, checkedBy<string>({ type: 'string' })) !== wallet.id) return undefined;
  return wallet.connect({ onlyIfTrusted: true }).catch((error: unknown) => {
    console.info('the wallet wants to be asked again', error);
    return undefined;
  });
}

/**
 * Follows wallets from now on: restores a connection, also of a wallet that appears late. Returns the stop function.
 */
export function followWallets(): () => void {
  const failed = (error: unknown) => console.warn('no wallet could be looked for', error);
  const restore = () => void restoreWallet().catch(failed);
  let stop: (() => void) | undefined;
  let ended = false;
  restore();
  onWalletsChange(restore)
    .then((found) => {
      if (ended) found();
      else stop = found;
    })
    .catch(failed);
  return () => {
    ended = true;
    stop?.();
    for (const unwatch of watched.values()) unwatch();
    watched.clear();
  };
}

/** Follows changes made in the wallet: connect, disconnect, account switch. */
function watch(wallet: Wallet): void {
  if (watched.has(wallet.id)) return;
  const stop = wallet.onChange((address) => {
    const isCurrent = current?.id === wallet.id;
    if (!address && isCurrent) reset();
    else if (address && (isCurrent || session.state === 'disconnected')) adopt(wallet, address);
  });
  watched.set(wallet.id, stop);
}

function adopt(wallet: Wallet, address: string): void {
  current = wallet;
  watch(wallet);
  writeStored(KEY, wallet.id);
  set({ state: 'connected', name: wallet.name, address });
}

function reset(): void {
  current = undefined;
  writeStored(KEY, undefined);
  set(disconnected);
}

async function leave(wallet: Wallet): Promise<void> {
  try {
    await wallet.disconnect();
  } catch (error) {
    console.warn('the wallet did not disconnect', error);
  }
}

/** The connected address and its signing method, or undefined. */
export const connectedAccount = (): { address: string; signing: Signing } | undefined =>
  session.state === 'connected' && current
    ? { address: session.address, signing: current.signing }
    : undefined;

/** The connected wallet, or undefined. */
export const connectedWallet = (): Wallet | undefined =>
  session.state === 'connected' ? current : undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWalletSession(): WalletSession {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => disconnected,
  );
}
