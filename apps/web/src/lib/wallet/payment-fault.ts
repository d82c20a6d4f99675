/** Amounts are formatted, in tokens or SOL. */
export type PaymentFaultFacts =
  | { code: 'not-connected' }
  | { code: 'not-enough-list'; held: string; needed: string }
  | { code: 'not-enough-sol'; held: string; needed: string }
  | { code: 'rejected' }
  /** The wallet now uses another account than the payment. Nothing was sent. */
  | { code: 'account-switched' }
  /** The payment would have no effect; `reason` says why. */
  | { code: 'pointless'; reason: string }
  | { code: 'expired' }
  /** Nothing was sent. */
  | { code: 'unreachable' }
  /** Signed, but unknown whether it was sent. */
  | { code: 'sent-in-the-dark' }
  /** Rejected by the network; `detail` is the reason. */
  | { code: 'refused'; detail: string }
  | { code: 'wallet-failed'; detail: string };

export type FaultText = { title: string; message: string; advice: string };

/** Why a wallet payment failed, with a message for the payer. */
export class PaymentFault extends Error {
  readonly facts: PaymentFaultFacts;

  constructor(facts: PaymentFaultFacts, options?: ErrorOptions) {
    super(textOf(facts).message, options);
    this.name = 'PaymentFault';
    this.facts = facts;
  }

  get text(): FaultText {
    return textOf(this.facts);
  }
}

function textOf(facts: PaymentFaultFacts): FaultText {
  switch (facts.code) {
    case 'not-connected':
      return {
        title: 'No wallet',
        message: 'Wallet not connected',
        advice: 'Connect your wallet and press the button again.',
      };
    case 'not-enough-list':
      return {
        title: 'Not enough LIST',
        message: `This wallet holds ${facts.held} LIST; you need ${facts.needed} LIST.`,
        advice: 'Buy the rest or switch to another account, and press the button again. Nothing was sent.',
      };
    case 'not-enough-sol':
      return {
        title: 'Not enough SOL',
        message: `The network fee is about ${facts.needed} SOL; this wallet holds ${facts.held} SOL.`,
        advice: 'Put a little SOL into the wallet and press the button again. Nothing was sent.',
      };
    case 'rejected':
      return {
        title: 'Not signed',
        message: 'You declined in your wallet, so nothing was sent.',
        advice: 'Changed your mind? Press the button again.',
      };
    case 'account-switched':
      return {
        title: 'Another account',
        message: 'Your wallet switched to another account, so it could not sign for the one that should pay.',
        advice:
          'In your wallet, choose the account that should pay, and press the button again. Nothing was sent.',
      };
    case 'pointless':
      return {
        title: 'Payment stopped',
        message: facts.reason,
        advice: 'Nothing was sent.',
      };
    case 'expired':
      return {
        title: 'Too late',
        message:
          "The network didn't take the transaction in time. It has expired and can no longer go through.",
        advice: 'Nothing was taken from you. Press the button again, and sign within a minute.',
      };
    case 'unreachable':
      return {
        title: 'No connection to Solana',
        message: 'The Solana network could not be reached from this page. Nothing was sent.',
        advice: 'Check your connection and press the button again in a moment.',
      };
    case 'sent-in-the-dark':
      return {
        title: 'No connection to Solana',
        message: "The transaction was signed, but the network didn't say whether it arrived.",
        advice: "Santa is looking for it. Don't pay again unless he says it wasn't found.",
      };
    case 'refused':
      return {
        title: 'The network refused',
        message: `Solana rejected the transaction: ${facts.detail}`,
        advice:
          'No LIST left your wallet; at most you paid the network fee. Try again, or send manually and paste the hash.',
      };
    case 'wallet-failed':
      return {
        title: 'The wallet failed',
        message: `Your wallet could not sign: ${facts.detail}`,
        advice: 'Unlock it, or reload the page, and press the button again. Nothing was sent.',
      };
  }
}

/** 4001 (EIP-1193) is the usual code; other wallets only mention it in the message. */
const USER_REJECTED = 4001;

/** Whether a wallet's error is a rejection by the user. */
export function isRejection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === USER_REJECTED || /reject|declin|denied|cancel/i.test(String(message));
}
