/** 4001 (EIP-1193) is the usual code; other wallets only mention it in the message. */
const USER_REJECTED = 4001;

/** Whether a wallet's error is a rejection by the user. */
export function isRejection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === USER_REJECTED || /reject|declin|denied|cancel/i.test(String(message));
}
