/** One request; `from` is the client's address, as a proxy in front of the gateway names it. */
export type Sent = {
  method?: 'GET' | 'POST';
  path: string;
  from: string;
  headers?: Record<string, string>;
  body?: string;
};

/** Requests to be sent as fast as they are answered. Those that are not sent in time are not sent at all. */
export type Flood = {
  url: string;
  requests: readonly Sent[];
  connections: number;
  withinMs: number;
  keepTexts?: boolean;
};

/** `status` 0: not sent, or no answer. */
export type Answer = { status: number; ms: number; text?: string };

/** Connections to be opened and kept, each with a text to send. */
export type Opening = {
  url: string;
  texts: readonly string[];
  /** How much is read: everything, or the beginning of the first answer. */
  reads: 'all' | 'beginning';
  withinMs: number;
};

/** `status` of the first answer, or 0; `port` is the one of this side. */
export type Opened = { status: number; port: number };

/** How many answers had each status. */
export function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The head of a request that is written to a socket as it is. */
export function headOf(path: string, from: string, host = 'localhost'): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\n\r\n`;
}
