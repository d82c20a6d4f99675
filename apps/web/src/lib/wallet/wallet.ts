/** A wallet, independent of its API. Addresses and signatures are base58. */
export type Wallet = {
  readonly id: string;
  readonly name: string;
  /** A data URL, if the wallet provides one. */
  readonly icon?: string;
  /** The address already shared with this page, without a prompt. */
  currentAddress(): string | undefined;
  /** Requests an address; with `onlyIfTrusted`, fails instead of prompting. */
  connect(how: { onlyIfTrusted: boolean }): Promise<string>;
  disconnect(): Promise<void>;
  /**
   * Calls `listener` with the address after each change, undefined when disconnected; returns the unsubscribe function.
   */
  onChange(listener: (address: string | undefined) => void): () => void;
  /** How it signs transactions; the page sends them. */
  readonly signing: {
    /** The newest supported transaction version. */
    readonly version: 'legacy' | 0;
    sign(transaction: Uint8Array, cluster: string): Promise<Uint8Array>;
  };
  /** Signs arbitrary bytes; absent if unsupported. `signed` is what the wallet reports as signed; some prepend a prefix. */
  readonly signMessage?:
    | ((message: Uint8Array) => Promise<{ signature: Uint8Array; signed: Uint8Array }>)
    | undefined;
};

/** Install page for visitors without a wallet: Phantom, whose provider the page looks for first. */
export const WALLET_SITE = 'https://phantom.com/download';
