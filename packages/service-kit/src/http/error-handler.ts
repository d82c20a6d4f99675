import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyError, FastifyInstance } from 'fastify';
import { type DatabaseFault, databaseFault, databaseFaults } from '../database/database-faults.ts';
import { createFaultLog } from '../telemetry/faults.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { sendError } from './error-answers.ts';

/**
 * Responds to thrown errors and reports them: a bug is logged as an error; an unavailable database, which affects
 * every call, by a counter and an occasional log line.
 */
export function addErrorHandler(app: FastifyInstance, log: Log, metrics?: Metrics): void {
  const count = metrics?.addCounter({
    name: 'database_refusals_total',
    help: 'Calls that failed because the database was unavailable, by reason',
    labelNames: ['reason'],
    fromZero: databaseFaults.map((reason) => ({ reason })),
  });
  const logFault = createFaultLog(log, 'the database cannot be used');
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = faultBehind(error);
    if (fault) {
      count?.({ reason: fault });
      logFault(error.cause instanceof Error ? error.cause : error);
    } else if (error instanceof ApiError) request.log.debug({ code: error.code }, 'refused');
    else if ((error.statusCode ?? 500) >= 500) request.log.error({ err: error }, 'request failed');
    sendError(error, reply);
  });
}

/** Also finds the fault behind a response that was derived from it. */
function faultBehind(error: FastifyError): DatabaseFault | undefined {
  if (error instanceof ApiError) return databaseFault(error.cause);
  return error.statusCode === undefined ? databaseFault(error) : undefined;
}
