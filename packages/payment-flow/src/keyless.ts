import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';

const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Whether no key can open an address: what arrives there is burned. Off the ed25519 curve there are no keys. */
export function isKeyless(address: string): boolean {
  return address === INCINERATOR || !isOnCurve(bs58.decode(address));
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromHex(bytes, false);
    return true;
  } catch {
    return false;
  }
}

/** What a burn wallet means, for the log and the doctor. */
export function meaningOf(burnWallet: string): string {
  return isKeyless(burnWallet)
    ? 'no key can open the burn wallet: what arrives there is burned'
    : "the burn wallet has a key: what arrives there is shown as sent to the project's wallet, not as burned";
}
