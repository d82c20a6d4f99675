import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyError, FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { type DatabaseFault, databaseFault } from './database-faults.ts';
import { sendError } from './error-answers.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createFaultLog } from './repeated-faults.ts';

/**
 * Answers whatever a route throws, and tells it: a mistake of ours by an error in the log; a database that cannot be used by a
 * counter and now and then a line, because then every call meets with it.
 */
export function addErrorHandler(app: FastifyInstance, log: Log, metrics?: Metrics): void {
  const count = metrics && refusalCounter(metrics);
  const tell = createFaultLog(log, 'the database cannot be used');
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = faultBehind(error);
    if (fault) {
      count?.inc({ reason: fault });
      tell(error.cause instanceof Error ? error.cause : error);
    } else if (error instanceof ApiError) request.log.debug({ code: error.code }, 'refused');
    else if ((error.statusCode ?? 500) >= 500) request.log.error({ err: error }, 'request failed');
    sendError(error, reply);
  });
}

/** Also of an answer that was made of one: then it is the cause. */
function faultBehind(error: FastifyError): DatabaseFault | undefined {
  if (error instanceof ApiError) return databaseFault(error.cause);
  return error.statusCode === undefined ? databaseFault(error) : undefined;
}

/** Two apps of one process share it. */
function refusalCounter({ registers }: Metrics): Counter<'reason'> {
  const name = 'database_refusals_total';
  const known = registers[0].getSingleMetric(name);
  if (known instanceof Counter) return known;
  return new Counter({
    name,
    help: 'Calls that failed because the database could not be used, by the reason',
    labelNames: ['reason'],
    registers,
  });
}
