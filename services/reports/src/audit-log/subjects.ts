import { moderatedPraises } from '../nice-reports/moderated-praises.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';

/** What entries of the audit log are about, by its name there. */
export const subjects = { scammer_report: moderatedReports, nice_report: moderatedPraises } as const;
