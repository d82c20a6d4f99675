/** One request; `from` is the client's address, as set by a proxy in front of the gateway. */
export type Sent = {
  method?: 'GET' | 'HEAD' | 'POST';
  path: string;
  from: string;
  headers?: Record<string, string>;
  body?: string;
};

/**
 * Requests sent as fast as they are answered, or at most `perSecond`; those still unsent at the deadline are skipped.
 */
export type Flood = {
  url: string;
  requests: readonly Sent[];
  connections: number;
  withinMs: number;
  keepTexts?: boolean;
  perSecond?: number;
};

/** `status` 0: not sent, or no response. */
export type Answer = { status: number; ms: number; text?: string };

/** Connections to open and keep, each with a text to send. */
export type Opening = {
  url: string;
  texts: readonly string[];
  /** How much is read: everything, or the beginning of the first response. */
  reads: 'all' | 'beginning';
  withinMs: number;
};

/** `status` of the first response, or 0; `port` is the local one. */
export type Opened = { status: number; port: number };

/** Counts responses by status. */
export function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The raw head of a request, to be written to a socket. */
export function headOf(path: string, from: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n\r\n`;
}
