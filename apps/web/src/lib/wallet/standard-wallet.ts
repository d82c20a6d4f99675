import {
  SolanaSignAndSendTransaction,
  type SolanaSignAndSendTransactionFeature,
  SolanaSignMessage,
  type SolanaSignMessageFeature,
  SolanaSignTransaction,
  type SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base';
import {
  StandardConnect,
  type StandardConnectFeature,
  StandardDisconnect,
  type StandardDisconnectFeature,
  StandardEvents,
  type StandardEventsFeature,
} from '@wallet-standard/features';
import bs58 from 'bs58';
import type { Signing, SignMessage, Wallet } from './wallet.ts';

type Chain = `${string}:${string}`;
type Features = Partial<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignTransactionFeature &
    SolanaSignAndSendTransactionFeature &
    SolanaSignMessageFeature
>;

/** Adapts a Wallet Standard wallet; undefined if it does not support Solana or signing. */
export function fromStandardWallet(wallet: StandardWallet): Wallet | undefined {
  // Features are a record of unknown values; each name implies its type.
  const features = wallet.features as Features;
  const account = () => wallet.accounts.find(isOnSolana);
  const signing = signingMethods(features, account);
  const connect = features[StandardConnect];
  if (!signing || !connect || !wallet.chains.some((chain) => chain.startsWith('solana:'))) return undefined;
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
    signing,
    signMessage: messageSigning(features, account),
  };
}

function isOnSolana({ chains }: WalletAccount): boolean {
  return chains.some((chain) => chain.startsWith('solana:'));
}

function signingMethods(features: Features, account: () => WalletAccount | undefined): Signing | undefined {
  const payer = () => {
    const found = account();
    if (!found) throw new Error('the wallet shares no account');
    return found;
  };
  const signer = features[SolanaSignTransaction];
  if (signer) {
    return {
      version: newest(signer.supportedTransactionVersions),
      kind: 'sign',
      async sign(transaction, cluster) {
        const [output] = await signer.signTransaction({
          account: payer(),
          chain: chainOf(cluster),
          transaction,
        });
        if (!output) throw new Error('the wallet signed nothing');
        return output.signedTransaction;
      },
    };
  }
  const sender = features[SolanaSignAndSendTransaction];
  if (!sender) return undefined;
  return {
    version: newest(sender.supportedTransactionVersions),
    kind: 'sign-and-send',
    async send(transaction, cluster) {
      const input = { account: payer(), chain: chainOf(cluster), transaction };
      const [output] = await sender.signAndSendTransaction(input);
      if (!output) throw new Error('the wallet sent nothing');
      return bs58.encode(output.signature);
    },
  };
}

function messageSigning(
  features: Features,
  account: () => WalletAccount | undefined,
): SignMessage | undefined {
  const signer = features[SolanaSignMessage];
  if (!signer) return undefined;
  return async (message) => {
    const signing = account();
    if (!signing) throw new Error('the wallet shares no account');
    const [output] = await signer.signMessage({ account: signing, message });
    if (!output) throw new Error('the wallet signed nothing');
    return { signature: output.signature, signed: output.signedMessage };
  };
}

function newest(versions: readonly ('legacy' | 0 | 1)[]): 'legacy' | 0 {
  return versions.includes(0) ? 0 : 'legacy';
}

/** A cluster's Wallet Standard name. */
function chainOf(cluster: string): Chain {
  return `solana:${cluster === 'mainnet-beta' ? 'mainnet' : cluster}`;
}
