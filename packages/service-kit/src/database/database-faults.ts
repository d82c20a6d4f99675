/**
 * Why the database cannot serve a valid query now. `away`: unreachable, starting or stopping; `busy`: out of
 * connections; `read_only`: a standby, or set read-only; `full`: out of disk or memory.
 */
export const databaseFaults = ['away', 'busy', 'read_only', 'full'] as const;
export type DatabaseFault = (typeof databaseFaults)[number];

/** PostgreSQL error codes (appendix A of its manual), and Node's codes of failed connections. */
const byCode: readonly [pattern: RegExp, fault: DatabaseFault][] = [
  [/^25006$/, 'read_only'],
  [/^(53100|53200|58030)$/, 'full'],
  [/^53300$/, 'busy'],
  [/^(57P0[1235]|08\w{3}|ECONN[A-Z]+|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/, 'away'],
  // Includes servers whose certificate is rejected: nothing may be sent to them.
  [/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'away'],
];

/** Messages of pg and Knex without a code; Knex prefixes the running statement. */
const byText: readonly [pattern: RegExp, fault: DatabaseFault][] = [
  [/Timeout acquiring a connection/, 'busy'],
  [/(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|timeout expired)$/, 'away'],
  [/(^| - )Client (has encountered a connection error|was closed) and is not queryable$/, 'away'],
];

/** Whether an error is a violation of a unique index: of this one, if named. */
export function isDuplicate(error: unknown, index?: string): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && (index === undefined || constraint === index);
}

/** Undefined if the error is none of these, and so a bug. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const known =
    byCode.find(([pattern]) => pattern.test(String(code))) ??
    byText.find(([pattern]) => pattern.test(String(message)));
  return known?.[1];
}
