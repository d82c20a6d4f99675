import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';
import { readIndependence } from './independence.ts';
import type { CaseFacts } from './status-rules.ts';

/** What a locked case can show for a status. */
export async function readFacts(trx: Knex, { id, status }: ReportRow): Promise<CaseFacts> {
  const { rows } = await trx.raw<{ rows: Omit<CaseFacts, 'before' | 'independent'>[] }>(
    `select changes, "wasCorroborated", open, overdue, granted, refused, exists (
       select from replies join appeals on appeals.id = appeal_id
       where replies.report_id = :id and published_at is not null and contradicts and proven_at is not null
     ) as "isContradicted"
     from (
       select count(*)::int as changes, coalesce(bool_or(status = 'corroborated'), false) as "wasCorroborated"
       from case_changes where report_id = :id
     ) history, (
       select count(*) filter (where decided_at is null and proven_at is not null)::int as open,
         count(*) filter (where decided_at is null and proven_at is not null
           and (overdue_at is not null or due_at <= now()))::int as overdue,
         count(*) filter (where decision in ('granted', 'partly_granted'))::int as granted,
         count(*) filter (where decision = 'refused')::int as refused
       from appeals where report_id = :id
     ) appealed`,
    { id },
  );
  const { independent } = await readIndependence(trx, id);
  return { ...(rows[0] as (typeof rows)[number]), before: status, independent };
}
