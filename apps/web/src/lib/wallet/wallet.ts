/** What the page needs of a wallet, whichever way it is spoken to. Addresses and signatures are base58. */
export type Wallet = {
  readonly id: string;
  readonly name: string;
  /** A data URL, where the wallet brings one. */
  readonly icon?: string;
  /** The address it shares with this page already, without anybody being asked. */
  currentAddress(): string | undefined;
  /** Asks for an address; `onlyIfTrusted` fails where the wallet would have to ask its owner. */
  connect(how: { onlyIfTrusted: boolean }): Promise<string>;
  disconnect(): Promise<void>;
  /** Tells the address after each change, nothing when there is none any more; answers how to stop. */
  onChange(listener: (address: string | undefined) => void): () => void;
  readonly signing: Signing;
  /** Signs bytes that are no transaction; nothing where the wallet cannot. */
  readonly signMessage?: SignMessage | undefined;
};

/** `signed` is what the wallet says it signed: some put something before the message. */
export type SignMessage = (message: Uint8Array) => Promise<{ signature: Uint8Array; signed: Uint8Array }>;

/** How a wallet signs: alone (it is sent by the page then), or only together with sending. */
export type Signing = {
  /** The newest message version that it reads. */
  readonly version: 'legacy' | 0;
} & (
  | { readonly kind: 'sign'; sign(transaction: Uint8Array, cluster: string): Promise<Uint8Array> }
  | { readonly kind: 'sign-and-send'; send(transaction: Uint8Array, cluster: string): Promise<string> }
);

/** Where those without a wallet get one: Phantom, whose kind of provider the page looks for first. */
export const WALLET_SITE = 'https://phantom.com/download';
