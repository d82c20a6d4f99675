/** Explanations by Node and OpenSSL error code, for operators; runbooks quote them. */
const descriptions: readonly [pattern: RegExp, description: string][] = [
  [/^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'its certificate is not accepted'],
  [/^(ENOTFOUND|EAI_)/, 'its name cannot be resolved'],
];

/** Why a connection failed, in words and with the code; undefined when the code is clear enough. */
export function describeConnectionError(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  const description = descriptions.find(([pattern]) => pattern.test(code))?.[1];
  return description && `${description} (${code})`;
}
