/** What an operator has to do something about, by Node's codes and OpenSSL's; runbooks look for these words. */
const wordsByCode: readonly [pattern: RegExp, words: string][] = [
  [/^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'its certificate is not accepted'],
  [/^(ENOTFOUND|EAI_)/, 'its name cannot be resolved'],
];

/** Why a connection does not come about, in words and with the code; nothing where the code says enough. */
export function connectionWords(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  const words = wordsByCode.find(([pattern]) => pattern.test(code))?.[1];
  return words && `${words} (${code})`;
}
