/** What went wrong, and what to do. */
export type FaultText = { title: string; message: string; advice: string };

/** Why a wallet did not pay or sign, with a text for its owner. */
export class WalletFault extends Error {
  readonly text: FaultText;

  constructor(text: FaultText, options?: ErrorOptions) {
    super(text.message, options);
    this.name = 'WalletFault';
    this.text = text;
  }
}

/** Why a payment failed. Amounts are formatted, in tokens or SOL. */
export const paymentFaults = {
  notConnected: {
    title: 'No wallet',
    message: 'Wallet not connected',
    advice: 'Connect your wallet and press the button again.',
  },
  notEnoughList: (held: string, needed: string) => ({
    title: 'Not enough LIST',
    message: `This wallet holds ${held} LIST; you need ${needed} LIST.`,
    advice: 'Buy the rest or switch to another account, and press the button again. Nothing was sent.',
  }),
  notEnoughSol: (held: string, needed: string) => ({
    title: 'Not enough SOL',
    message: `The network fee is about ${needed} SOL; this wallet holds ${held} SOL.`,
    advice: 'Put a little SOL into the wallet and press the button again. Nothing was sent.',
  }),
  rejected: {
    title: 'Not signed',
    message: 'You declined in your wallet, so nothing was sent.',
    advice: 'Changed your mind? Press the button again.',
  },
  noAnswer: {
    title: 'No answer',
    message: 'Your wallet did not answer in time, so nothing was sent.',
    advice: 'Decline what it may still ask, which has expired, and press the button again.',
  },
  /** The wallet now uses another account than the payment. Nothing was sent. */
  accountSwitched: {
    title: 'Another account',
    message: 'Your wallet switched to another account, so it could not sign for the one that should pay.',
    advice:
      'In your wallet, choose the account that should pay, and press the button again. Nothing was sent.',
  },
  /** The payment would have no effect; `reason` says why. */
  pointless: (reason: string) => ({
    title: 'Payment stopped',
    message: reason,
    advice: 'Nothing was sent.',
  }),
  expired: {
    title: 'Too late',
    message: "The network didn't take the transaction in time. It has expired and can no longer go through.",
    advice: 'Nothing was taken from you. Press the button again, and sign within a minute.',
  },
  /** Nothing was sent. */
  unreachable: {
    title: 'No connection to Solana',
    message: 'The Solana network could not be reached from this page. Nothing was sent.',
    advice: 'Check your connection and press the button again in a moment.',
  },
  /** Signed, but unknown whether it was sent. */
  sentInTheDark: {
    title: 'No connection to Solana',
    message: "The transaction was signed, but the network didn't say whether it arrived.",
    advice: "Santa is looking for it. Don't pay again unless he says it wasn't found.",
  },
  /** Rejected by the network; `detail` is the reason. */
  refused: (detail: string) => ({
    title: 'The network refused',
    message: `Solana rejected the transaction: ${detail}`,
    advice:
      'No LIST left your wallet; at most you paid the network fee. Try again, or send manually and paste the hash.',
  }),
  walletFailed: (detail: string) => ({
    title: 'The wallet failed',
    message: `Your wallet could not sign: ${detail}`,
    advice: 'Unlock it, or reload the page, and press the button again. Nothing was sent.',
  }),
};

/** 4001 (EIP-1193) is the usual code; other wallets only mention it in the message. */
const USER_REJECTED = 4001;

/** Whether a wallet's error is a rejection by the user. */
export function isRejection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === USER_REJECTED || /reject|declin|denied|cancel/i.test(String(message));
}
