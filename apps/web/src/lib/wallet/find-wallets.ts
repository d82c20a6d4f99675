import type { VersionedTransaction } from '@solana/web3.js';
import type { Wallets } from '@wallet-standard/app';
import type { fromStandardWallet } from './standard-wallet.ts';
import type { Signing, SignMessage, Wallet } from './wallet.ts';

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

type Key = { toString(): string };

/** The part of Phantom's injected provider that is used (docs.phantom.com, "Solana: provider"). */
export type InjectedProvider = {
  isPhantom?: boolean;
  isConnected?: boolean;
  publicKey?: Key | null;
  connect(options?: { onlyIfTrusted?: boolean }): Promise<{ publicKey?: Key | null } | undefined>;
  disconnect(): Promise<void>;
  signTransaction?(transaction: VersionedTransaction): Promise<VersionedTransaction>;
  signAndSendTransaction?(transaction: VersionedTransaction): Promise<{ signature: string }>;
  signMessage?(message: Uint8Array, display?: 'utf8'): Promise<{ signature: Uint8Array }>;
  on?(event: string, listener: (key: Key | null | undefined) => void): unknown;
  off?(event: string, listener: (key: Key | null | undefined) => void): unknown;
  removeListener?(event: string, listener: (key: Key | null | undefined) => void): unknown;
};

declare global {
  interface Window {
    phantom?: { solana?: InjectedProvider };
    solana?: InjectedProvider;
  }
}

/** The injected wallet, or undefined. */
export function injectedWallet(): Wallet | undefined {
  const provider = window.phantom?.solana ?? window.solana;
  return provider && typeof provider.connect === 'function' ? fromProvider(provider) : undefined;
}

function fromProvider(provider: InjectedProvider): Wallet {
  const addressOf = (key: Key | null | undefined) => key?.toString() || undefined;
  return {
    id: 'injected',
    name: provider.isPhantom ? 'Phantom' : 'Browser wallet',
    currentAddress: () => (provider.isConnected ? addressOf(provider.publicKey) : undefined),
    async connect({ onlyIfTrusted }) {
      const answer = await provider.connect({ onlyIfTrusted });
      const address = addressOf(answer?.publicKey ?? provider.publicKey);
      if (!address) throw new Error('the wallet gave no address');
      return address;
    },
    disconnect: () => provider.disconnect(),
    onChange(listener) {
      const connected = (key: Key | null | undefined) => listener(addressOf(key ?? provider.publicKey));
      const disconnected = () => listener(undefined);
      const changed = (key: Key | null | undefined) => listener(addressOf(key));
      const listeners = { connect: connected, disconnect: disconnected, accountChanged: changed };
      for (const [event, handler] of Object.entries(listeners)) provider.on?.(event, handler);
      return () => {
        for (const [event, handler] of Object.entries(listeners)) {
          (provider.off ?? provider.removeListener)?.call(provider, event, handler);
        }
      };
    },
    signing: signingMethods(provider),
    signMessage: messageSigning(provider),
  };
}

function messageSigning(provider: InjectedProvider): SignMessage | undefined {
  if (typeof provider.signMessage !== 'function') return undefined;
  return async (message) => {
    const answer = await provider.signMessage?.(message, 'utf8');
    if (!answer) throw new Error('the wallet signed nothing');
    return { signature: answer.signature, signed: message };
  };
}

function signingMethods(provider: InjectedProvider): Signing {
  // The provider expects web3.js objects. web3.js built the transaction, so it is loaded already.
  const deserialize = async (bytes: Uint8Array) => {
    const { VersionedTransaction } = await import('@solana/web3.js');
    return VersionedTransaction.deserialize(bytes);
  };
  if (provider.signTransaction || !provider.signAndSendTransaction) {
    return {
      version: 0,
      kind: 'sign',
      async sign(bytes) {
        const signed = await provider.signTransaction?.(await deserialize(bytes));
        if (!signed) throw new Error('the wallet cannot sign');
        return signed.serialize();
      },
    };
  }
  return {
    version: 0,
    kind: 'sign-and-send',
    async send(bytes) {
      const answer = await provider.signAndSendTransaction?.(await deserialize(bytes));
      if (!answer) throw new Error('the wallet cannot send');
      return answer.signature;
    },
  };
}
