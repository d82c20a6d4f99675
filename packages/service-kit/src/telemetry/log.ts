import { type Logger, type LoggerOptions, pino } from 'pino';
import { openStandardOutput } from './log-output.ts';
import { createScrubber } from './secrets.ts';
import { currentLogFields } from './tracing.ts';

export type Log = Logger;

/**
 * Structured logs on standard output, each line with its request, job and verification. `secrets` (see `secretsIn`)
 * and anything that looks like a credential are redacted from the finished line.
 */
export function createLog(service: string, level: string, secrets: readonly string[] = []): Log {
  const scrub = createScrubber(secrets);
  const settings: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin(_line, _level, logger) {
      const fields = currentLogFields();
      // Avoids duplicates of fields that the logger already binds.
      const known = logger.bindings();
      return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in known)));
    },
    hooks: { streamWrite: scrub },
    redact: {
      paths: credentialPaths,
      censor: '[redacted]',
    },
  };
  return pino(settings, openStandardOutput());
}

const credentials = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'set-cookie',
  'token',
  'x-case-code',
  'x-service-auth',
];
const credentialPaths = [
  ...credentials.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
  'connectionString',
];
