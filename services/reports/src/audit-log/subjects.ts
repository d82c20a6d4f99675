import { moderatedPraises } from '../nice-reports/moderated-praises.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';

/** The entities of audit log entries, by the name stored there. */
export const subjects = { scammer_report: moderatedReports, nice_report: moderatedPraises } as const;
