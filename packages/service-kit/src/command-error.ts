/** An error that the user of a command can fix; the message is one line. */
export class CommandError extends Error {}
