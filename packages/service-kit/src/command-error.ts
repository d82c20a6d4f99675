/** What the person at the terminal did or can put right; the message is one line. */
export class CommandError extends Error {}
