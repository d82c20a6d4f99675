/**
 * Why a database that is used rightly cannot do what it was asked now. `away`: it cannot be reached, or is starting or
 * stopping; `busy`: it has no connection left, for us or for anybody; `read_only`: it may only be read, as a standby or by
 * setting; `full`: its disk or memory is.
 */
export type DatabaseFault = 'away' | 'busy' | 'read_only' | 'full';

/** PostgreSQL's codes (appendix A of its manual), and those of Node for a connection that does not come about. */
const byCode: readonly [pattern: RegExp, fault: DatabaseFault][] = [
  [/^25006$/, 'read_only'],
  [/^(53100|53200|58030)$/, 'full'],
  [/^53300$/, 'busy'],
  [/^(57P0[1235]|08\w{3}|ECONN[A-Z]+|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/, 'away'],
  // Also one that shows a certificate which is not accepted: nothing may be said to it.
  [/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'away'],
];

/** What pg and Knex say without a code; of a statement under way Knex says the statement first. */
const byText: readonly [pattern: RegExp, fault: DatabaseFault][] = [
  [/Timeout acquiring a connection/, 'busy'],
  [/(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|timeout expired)$/, 'away'],
  [/(^| - )Client (has encountered a connection error|was closed) and is not queryable$/, 'away'],
];

/** Nothing for every other error: that one is a mistake of ours. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const known =
    byCode.find(([pattern]) => pattern.test(String(code))) ??
    byText.find(([pattern]) => pattern.test(String(message)));
  return known?.[1];
}
