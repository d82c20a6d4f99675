import { PublicKey } from '@solana/web3.js';

const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Whether no key can open an address: what arrives there is burned. Off the ed25519 curve there are no keys. */
export function isKeyless(address: string): boolean {
  return address === INCINERATOR || !PublicKey.isOnCurve(new PublicKey(address).toBytes());
}

/** What a burn wallet means, for the log and the doctor. */
export function meaningOf(burnWallet: string): string {
  return isKeyless(burnWallet)
    ? 'no key can open the burn wallet: what arrives there is burned'
    : 'the burn wallet has a key: what arrives there is shown as sent to the project’s wallet, not as burned';
}
