/** 4001 is what wallets answer for it (EIP-1193); those that do not say so in words. */
const USER_REJECTED = 4001;

/** Whether what a wallet threw is the no of its owner. */
export function isRejection(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === USER_REJECTED || /reject|declin|denied|cancel/i.test(String(message));
}
