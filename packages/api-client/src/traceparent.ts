/**
 * A `traceparent` for a new trace (W3C Trace Context): a trace id and the id of the caller's span, which is not
 * recorded. The server decides on sampling. Uses only the platform's random numbers.
 */
export function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-00`;
}
