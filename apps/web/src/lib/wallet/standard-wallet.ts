import {
  SolanaSignMessage,
  type SolanaSignMessageFeature,
  SolanaSignTransaction,
  type SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { VersionedTransaction } from '@solana/web3.js';
import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base';
import {
  StandardConnect,
  type StandardConnectFeature,
  StandardDisconnect,
  type StandardDisconnectFeature,
  StandardEvents,
  type StandardEventsFeature,
} from '@wallet-standard/features';
import type { Wallet } from './wallet.ts';

type Features = Partial<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignTransactionFeature &
    SolanaSignMessageFeature
>;

/** Adapts a Wallet Standard wallet; undefined if it does not support Solana or signing without sending. */
export function fromStandardWallet(wallet: StandardWallet): Wallet | undefined {
  // Features are a record of unknown values; each name implies its type.
  const features = wallet.features as Features;
  const account = () => wallet.accounts.find(isOnSolana);
  const payer = () => {
    const found = account();
    if (!found) throw new Error('the wallet shares no account');
    return found;
  };
  const connect = features[StandardConnect];
  const transactions = features[SolanaSignTransaction];
  const messages = features[SolanaSignMessage];
  if (!transactions || !connect || !wallet.chains.some((chain) => chain.startsWith('solana:')))
    return undefined;
  return {
    id: `standard:${wallet.name}`,
    name: wallet.name,
    icon: wallet.icon,
    currentAddress: () => account()?.address,
    async connect({ onlyIfTrusted }) {
      const { accounts } = await connect.connect(onlyIfTrusted ? { silent: true } : undefined);
      const address = (accounts.find(isOnSolana) ?? account())?.address;
      if (!address) throw new Error('the wallet gave no address');
      return address;
    },
    disconnect: async () => features[StandardDisconnect]?.disconnect(),
    onChange: (listener) =>
      features[StandardEvents]?.on('change', ({ accounts }) => {
        if (accounts) listener(account()?.address);
      }) ?? (() => {}),
    signing: {
      version: transactions.supportedTransactionVersions.includes(0) ? 0 : 'legacy',
      async sign(transaction, cluster) {
        const input = { account: payer(), chain: chainOf(cluster), transaction };
        const [output] = await transactions.signTransaction(input);
        if (!output) throw new Error('the wallet signed nothing');
        return output.signedTransaction;
      },
    },
    signMessage:
      messages &&
      (async (message) => {
        const [output] = await messages.signMessage({ account: payer(), message });
        if (!output) throw new Error('the wallet signed nothing');
        return { signature: output.signature, signed: output.signedMessage };
      }),
  };
}

function isOnSolana({ chains }: WalletAccount): boolean {
  return chains.some((chain) => chain.startsWith('solana:'));
}

/** A cluster's Wallet Standard name. */
function chainOf(cluster: string): `solana:${string}` {
  return `solana:${cluster === 'mainnet-beta' ? 'mainnet' : cluster}`;
}

type Key = { toString(): string };
type Listener = (key: Key | null | undefined) => void;

/** The part of Phantom's injected provider that is used (docs.phantom.com, "Solana: provider"). */
export type InjectedProvider = {
  isPhantom?: boolean;
  isConnected?: boolean;
  publicKey?: Key | null;
  connect(options?: { onlyIfTrusted?: boolean }): Promise<{ publicKey?: Key | null } | undefined>;
  disconnect(): Promise<void>;
  signTransaction?(transaction: VersionedTransaction): Promise<VersionedTransaction>;
  signMessage?(message: Uint8Array, display?: 'utf8'): Promise<{ signature: Uint8Array }>;
  on?(event: string, listener: Listener): unknown;
  off?(event: string, listener: Listener): unknown;
  removeListener?(event: string, listener: Listener): unknown;
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
      const listeners: Record<string, Listener> = {
        connect: (key) => listener(addressOf(key ?? provider.publicKey)),
        disconnect: () => listener(undefined),
        accountChanged: (key) => listener(addressOf(key)),
      };
      for (const [event, handler] of Object.entries(listeners)) provider.on?.(event, handler);
      return () => {
        for (const [event, handler] of Object.entries(listeners)) {
          (provider.off ?? provider.removeListener)?.call(provider, event, handler);
        }
      };
    },
    signing: {
      version: 0,
      async sign(bytes) {
        // The provider expects web3.js objects. web3.js built the transaction, so it is loaded already.
        const { VersionedTransaction } = await import('@solana/web3.js');
        const signed = await provider.signTransaction?.(VersionedTransaction.deserialize(bytes));
        if (!signed) throw new Error('the wallet cannot sign');
        return signed.serialize();
      },
    },
    signMessage:
      provider.signMessage &&
      (async (message) => {
        const answer = await provider.signMessage?.(message, 'utf8');
        if (!answer) throw new Error('the wallet signed nothing');
        return { signature: answer.signature, signed: message };
      }),
  };
}
