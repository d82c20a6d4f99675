import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { handle, type JobHandler } from '@naughty-list/service-kit/jobs/handler';
import type { Context } from '../context.ts';
import { recordVisits } from '../visits/record.ts';

export const recordVisitsHandler = ({ config, db, clock }: Context): JobHandler =>
  handle(recordVisitsJob, async (batch, { log }) => {
    const counted = await recordVisits(db, batch, {
      now: clock.now(),
      retentionDays: config.VISIT_RETENTION_DAYS,
    });
    log.debug({ visits: batch.visits.length, counted }, 'visits recorded');
  });
