import type { AdminReport } from '@naughty-list/contracts/admin-reports';
import type { Entity } from '../../record/entity.ts';
import { retrace } from '../traces.ts';
import { holdReasonFor } from './private-data.ts';
import { refusePost } from './refusals.ts';
import { isHeld, type ReportRow, toAdminReport } from './report.ts';

export const moderatedReports: Entity<ReportRow, AdminReport> = {
  name: 'scammer_report',
  table: 'scammer_reports',
  present: 'deleted_at is null',
  public: 'not is_removed',
  hidden: 'is_removed',
  states: {
    listed: ['not is_removed'],
    removed: ['is_removed', 'held_at is null'],
    held: ['is_removed', 'held_at is not null'],
    all: [],
  },
  deletion: `update scammer_reports set deleted_at = now(), was_removed = is_removed, is_removed = true
    where id = any(:ids::int[]) and deleted_at is null returning id`,
  toView: toAdminReport,
  holdReasonFor: (row, description) => (isHeld(row) ? holdReasonFor(row, description) : undefined),
  retrace,
  refusePost,
};
