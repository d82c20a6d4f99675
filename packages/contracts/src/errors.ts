/** Error codes of the HTTP API with their status. Append only: a published code keeps its meaning. */
export const errorStatus = {
  invalid_input: 400,
  invalid_transaction_hash: 400,
  empty_search: 400,
  proof_invalid: 400,
  proof_expired: 400,
  unauthorized: 401,
  invalid_login: 401,
  second_factor_required: 401,
  forbidden_origin: 403,
  forbidden_role: 403,
  not_confirmed: 403,
  not_found: 404,
  unknown_case_code: 404,
  username_already_listed: 409,
  post_already_praised: 409,
  transaction_already_used: 409,
  report_already_removed: 409,
  post_already_removed: 409,
  post_already_reviewed: 409,
  post_already_stated: 409,
  appeal_not_possible: 409,
  changed_meanwhile: 409,
  other_moderator_needed: 409,
  second_word_needed: 409,
  removed_by_burn: 410,
  record_gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  payment_refused: 422,
  idempotency_key_reused: 422,
  challenge_required: 428,
  too_many_requests: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every error response; some codes add fields (`existingUsername`, `retryAfter`). */
export type ErrorBody = { message: string; code: ErrorCode; [extra: string]: unknown };

/**
 * An error that the caller may see. `message` is shown to users; `extra` is copied into the body. Anything else
 * thrown becomes a 500 without its text.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extra: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
