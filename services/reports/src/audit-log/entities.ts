import { moderatedNiceReports } from '../nice-reports/moderated-nice-reports.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';

/** The entities of audit log entries, by the name stored there. */
export const entities = { scammer_report: moderatedReports, nice_report: moderatedNiceReports } as const;
