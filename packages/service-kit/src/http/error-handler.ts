import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyError, FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
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
  const count = metrics && refusalCounter(metrics);
  const logFault = createFaultLog(log, 'the database cannot be used');
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = faultBehind(error);
    if (fault) {
      count?.inc({ reason: fault });
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

/** Shared by two apps of one process. */
function refusalCounter({ registers }: Metrics): Counter<'reason'> {
  const name = 'database_refusals_total';
  const known = registers[0].getSingleMetric(name);
  if (known instanceof Counter) return known;
  const counter = new Counter({
    name,
    help: 'Calls that failed because the database was unavailable, by reason',
    labelNames: ['reason'],
    registers,
  });
  // Prometheus sees no increase in a series that begins at 1.
  for (const reason of databaseFaults) counter.inc({ reason }, 0);
  return counter;
}
