import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';

const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Whether an address has no private key, so that tokens sent there are burned: addresses off the ed25519 curve have none. */
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

/** What happens to tokens sent to this burn wallet, as a text for the log and the doctor. */
export function meaningOf(burnWallet: string): string {
  return isKeyless(burnWallet)
    ? 'no key can open the burn wallet: what arrives there is burned'
    : "the burn wallet has a key: what arrives there is shown as sent to the project's wallet, not as burned";
}
