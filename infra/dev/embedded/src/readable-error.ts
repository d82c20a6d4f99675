/**
 * An error whose message is one line for the terminal: the problem and what to do. `main.ts` prints only the message
 * and exits with code 1; all other errors are defects and print their stack.
 */
export class ReadableError extends Error {
  override readonly name = 'ReadableError';
}
