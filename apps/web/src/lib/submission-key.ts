import { ApiCallError } from '@naughty-list/api-client/client';
import { IDEMPOTENCY_KEY_HEADER } from '@naughty-list/contracts/idempotency';

const KEY_BYTES = 16;

/** Headers with an idempotency key: retries of a submission carry the same key, so that it is stored once. */
export function createSubmissionKey() {
  let last: { content: string; key: string } | undefined;
  return {
    headersFor(post: unknown): Record<string, string> {
      const content = JSON.stringify(post);
      if (last?.content !== content) last = { content, key: newKey() };
      return { [IDEMPOTENCY_KEY_HEADER]: last.key };
    },
    /** Call with the outcome. After no response or a 5xx, when the outcome is unknown, the next attempt reuses the key. */
    settled(error?: unknown): void {
      const isUnknown = error instanceof ApiCallError ? error.status === 0 || error.status >= 500 : error;
      if (!isUnknown) last = undefined;
    },
  };
}

/** `crypto.randomUUID` is unavailable without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
