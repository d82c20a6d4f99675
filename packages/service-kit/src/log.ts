import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured logs on standard output; credentials never leave the process. */
export function createLog(service: string, level: string): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.secret',
        'connectionString',
      ],
      censor: '[redacted]',
    },
  });
}
