export const ADMIN = { username: 'santa', password: 'correct horse battery' };

export const REMOVAL_TOKENS = 1_000n;
export const MEMBERSHIP_TOKENS = 750n;
export const BASE_UNITS = 1_000_000n;

/** Settings of every process in a run: production's minutes are seconds here, and rate limits are never reached. */
export const settings = {
  LOG_LEVEL: 'info',
  VERIFY_WAIT_MS: '3000',
  CLAIM_SWEEP_AFTER_MS: '1000',
  WATCH_INTERVAL_MS: '500',
  SOLANA_RPC_TIMEOUT_MS: '2000',
  SOLANA_RPC_REQUESTS_PER_SECOND: '0',
  CONNECTIONS_PER_CLIENT: '1000000',
  RATE_LIMIT_PAGES_PER_MINUTE: '1000000',
  VISITS_PER_CLIENT_PER_HOUR: '1000000',
  VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
  RATE_LIMIT_READS_PER_MINUTE: '1000000',
  RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
  HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
  MARKET_DATA: 'off',
  REMOVAL_COST_TOKENS: String(REMOVAL_TOKENS),
  MEMBERSHIP_FEE_TOKENS: String(MEMBERSHIP_TOKENS),
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
};
