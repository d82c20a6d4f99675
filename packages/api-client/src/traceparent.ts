/**
 * A new trace as a caller tells of it (W3C Trace Context): its id, and that of the caller's own step, which nobody records. Whether
 * the trace is kept, the server decides. Needs nothing but the platform's random numbers.
 */
export function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-00`;
}
