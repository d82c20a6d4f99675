import { createPrivateKey, sign } from 'node:crypto';
import { type Keypair, VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import type { Locator, Page, Request } from 'playwright-core';

type Registrar = { register(wallet: unknown): void };

/** Controls the wallet injected into the page and records its calls. */
export type WalletControl = {
  calls: string[];
  rejects: boolean;
  /** Simulates an action of the wallet's user. */
  emit(event: 'connect' | 'disconnect' | 'accountChanged', address: string | null): void;
};

declare global {
  interface Window {
    walletOfTest: WalletControl;
    /** Signs a transaction's message or a text with a real key outside the page. */
    signOutside(what: 'transaction' | 'text', address: string, bytes: number[]): Promise<number[]>;
    beforeConnecting?(): Promise<void>;
  }
}

export type InjectedOptions = {
  keys: readonly Keypair[];
  /** Called before the wallet signs. */
  beforeSigning?: () => Promise<void>;
  /** Called before the wallet answers whether it connects. */
  beforeConnecting?: () => Promise<void>;
  /** Already connected when the page loads. */
  connected?: boolean;
  /** `connect` fails until changed. */
  refusesToConnect?: boolean;
  /** Omitted by wallets that only sign transactions. */
  signsMessages?: boolean;
};

/** Injects a Phantom-style provider that signs with real keys into every document of the page. */
export async function injectPhantom(page: Page, options: InjectedOptions): Promise<void> {
  await exposeSigner(page, options);
  if (options.beforeConnecting) await page.exposeFunction('beforeConnecting', options.beforeConnecting);
  const { connected = false, refusesToConnect = false, signsMessages = true } = options;
  const addresses = options.keys.map((key) => key.publicKey.toBase58());
  await page.addInitScript(
    ({ addresses, connected, refusesToConnect, signsMessages }) => {
      type Key = { toString(): string };
      const listeners = new Map<string, Set<(key: Key | null) => void>>();
      const keyOf = (address: string | null | undefined): Key | null =>
        address ? { toString: () => address } : null;
      const fire = (event: string, key: Key | null) => {
        for (const listener of listeners.get(event) ?? []) listener(key);
      };
      // Connects silently to a page that was connected before.
      const trusts = () => localStorage.getItem('test-wallet-trusts') === 'yes';
      const control: Window['walletOfTest'] = {
        calls: [],
        rejects: false,
        emit: (event, address) => {
          if (event === 'disconnect') provider.isConnected = false;
          provider.publicKey = event === 'disconnect' ? null : keyOf(address);
          fire(event, keyOf(address));
        },
      };
      const provider = {
        isPhantom: true,
        isConnected: connected,
        publicKey: connected ? keyOf(addresses[0]) : null,
        on: (event: string, listener: (key: Key | null) => void) => {
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
        },
        off: (event: string, listener: (key: Key | null) => void) => listeners.get(event)?.delete(listener),
        async connect(how?: { onlyIfTrusted?: boolean }) {
          control.calls.push(`connect ${how?.onlyIfTrusted === true} ${Math.round(performance.now())}`);
          await window.beforeConnecting?.();
          if (refusesToConnect || control.rejects || (how?.onlyIfTrusted && !trusts()))
            throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
          localStorage.setItem('test-wallet-trusts', 'yes');
          provider.isConnected = true;
          provider.publicKey = keyOf(addresses[0]);
          fire('connect', provider.publicKey);
          return { publicKey: provider.publicKey };
        },
        async disconnect() {
          control.calls.push(`disconnect ${Math.round(performance.now())}`);
          provider.isConnected = false;
          provider.publicKey = null;
          fire('disconnect', null);
        },
        async signTransaction(transaction: VersionedTransaction) {
          control.calls.push('sign');
          if (control.rejects) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
          const message = [...transaction.message.serialize()];
          const signature = await window.signOutside('transaction', String(provider.publicKey), message);
          const [payer] = transaction.message.staticAccountKeys;
          if (!payer) throw new Error('the transaction has no payer');
          transaction.addSignature(payer, Uint8Array.from(signature));
          return transaction;
        },
        async signMessage(message: Uint8Array) {
          control.calls.push('sign message');
          if (control.rejects) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
          const signature = await window.signOutside('text', String(provider.publicKey), [...message]);
          return { signature: Uint8Array.from(signature) };
        },
      };
      if (!signsMessages) Reflect.deleteProperty(provider, 'signMessage');
      window.walletOfTest = control;
      Object.assign(window, { phantom: { solana: provider } });
    },
    { addresses, connected, refusesToConnect, signsMessages },
  );
}

type StandardOptions = {
  name: string;
  keys: readonly [Keypair];
  versions?: readonly ('legacy' | 0)[];
  /** Put before each text that is signed, as hardware keys do. */
  envelope?: Uint8Array;
  /** Another wallet of the page already exposed the signer. */
  exposed?: boolean;
};

/** Injects a Wallet Standard wallet that signs with a real key into every document of the page. */
export async function injectStandardWallet(page: Page, { name, ...options }: StandardOptions): Promise<void> {
  if (!options.exposed) await exposeSigner(page, options);
  const [key] = options.keys;
  const { versions = ['legacy', 0], envelope = [] } = options;
  await page.addInitScript(
    ({ name, address, publicKey, versions, envelope }) => {
      const account = {
        address,
        publicKey: Uint8Array.from(publicKey),
        chains: ['solana:mainnet', 'solana:localnet'],
        features: ['solana:signTransaction', 'solana:signMessage'],
      };
      const listeners = new Set<(change: unknown) => void>();
      const share = (accounts: (typeof account)[]) => {
        wallet.accounts = accounts;
        for (const listener of listeners) listener({ accounts });
      };
      const connect = async (how?: { silent?: boolean }) => {
        if (!how?.silent) share([account]);
        return { accounts: wallet.accounts };
      };
      const sign = async ({ transaction }: { transaction: Uint8Array }) => {
        // One signature: a length, 64 bytes, the message.
        const signature = await window.signOutside('transaction', address, [...transaction.slice(65)]);
        const signedTransaction = transaction.slice();
        signedTransaction.set(signature, 1);
        return { signedTransaction };
      };
      const signText = async ({ message }: { message: Uint8Array }) => {
        const signed = [...envelope, ...message];
        const signature = await window.signOutside('text', address, signed);
        return { signedMessage: Uint8Array.from(signed), signature: Uint8Array.from(signature) };
      };
      const wallet = {
        version: '1.0.0',
        name,
        icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        chains: ['solana:mainnet', 'solana:localnet'],
        accounts: [] as (typeof account)[],
        features: {
          'standard:connect': { version: '1.0.0', connect },
          'standard:disconnect': { version: '1.0.0', disconnect: async () => share([]) },
          'standard:events': {
            version: '1.0.0',
            on: (_event: string, listener: (change: unknown) => void) => {
              listeners.add(listener);
              return () => listeners.delete(listener);
            },
          },
          'solana:signTransaction': {
            version: '1.0.0',
            supportedTransactionVersions: versions,
            signTransaction: (...inputs: { transaction: Uint8Array }[]) => Promise.all(inputs.map(sign)),
          },
          'solana:signMessage': {
            version: '1.1.0',
            signMessage: (...inputs: { message: Uint8Array }[]) => Promise.all(inputs.map(signText)),
          },
        },
      };
      const register = ({ register: add }: Registrar) => add(wallet);
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
      window.addEventListener('wallet-standard:app-ready', (event) =>
        register((event as CustomEvent<Registrar>).detail),
      );
    },
    {
      ...{ name, versions, address: key.publicKey.toBase58() },
      ...{ publicKey: [...key.publicKey.toBytes()], envelope: [...envelope] },
    },
  );
}

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs a text with a real key; returns base64. */
export function signText(key: Keypair, text: string | Uint8Array): string {
  const seed = Buffer.from(key.secretKey.slice(0, 32));
  const der = Buffer.concat([PKCS8_ED25519, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(text), privateKey).toString('base64');
}

/** Signs a transaction's message; both are base64. */
export function signTransaction(key: Keypair, message: string): string {
  const transaction = new VersionedTransaction(VersionedMessage.deserialize(Buffer.from(message, 'base64')));
  transaction.sign([key]);
  return Buffer.from(transaction.signatures[0] ?? []).toString('base64');
}

async function exposeSigner(
  page: Page,
  { keys, beforeSigning }: Pick<InjectedOptions, 'keys' | 'beforeSigning'>,
): Promise<void> {
  const signOutside: Window['signOutside'] = async (what, address, bytes) => {
    const key = keys.find(({ publicKey }) => publicKey.toBase58() === address);
    if (!key) throw new Error(`no key for ${address}`);
    if (what === 'transaction') await beforeSigning?.();
    const signature =
      what === 'text'
        ? signText(key, Uint8Array.from(bytes))
        : signTransaction(key, Buffer.from(bytes).toString('base64'));
    return [...Buffer.from(signature, 'base64')];
  };
  await page.exposeFunction('signOutside', signOutside);
}

/** A wallet's address as pages show it. */
export function shortened({ publicKey }: Keypair): string {
  const address = publicKey.toBase58();
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

export const connect = (within: Locator): Promise<void> =>
  within.getByRole('button', { name: 'Connect wallet' }).click();

export const burnButton = (card: Locator): Locator =>
  card.getByRole('button', { name: 'Burn 1,000,000 LIST' });

/** Has the wallet's user decline, or agree again. */
export const setRejecting = (page: Page, rejects: boolean): Promise<void> =>
  page.evaluate((isOn) => {
    window.walletOfTest.rejects = isOn;
  }, rejects);

/** Calls received by the wallet in the page. */
export const walletCalls = (page: Page): Promise<string[]> => page.evaluate(() => window.walletOfTest.calls);

/**
 * Forwards the page's transactions to the node, and breaks the connection before the response. `noticed` resolves once
 * the first has broken.
 */
export async function breakOverSending(page: Page, rpcUrl: string): Promise<{ noticed: Promise<unknown> }> {
  const isSending = (request: Request) => request.postData()?.includes('"sendTransaction"') ?? false;
  await page.route(`${rpcUrl}/**`, async (route) => {
    const request = route.request();
    if (!isSending(request)) return route.continue();
    const body = request.postData();
    await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await route.abort();
  });
  const noticed = page.waitForEvent('requestfailed', (request) => isSending(request));
  return { noticed };
}
