/**
 * An error whose message is one line meant for the person at the terminal: what is wrong and what to do.
 * `main.ts` prints the message alone and exits with code 1; every other error is a defect and shows its stack.
 */
export class ReadableError extends Error {
  override readonly name = 'ReadableError';
}
