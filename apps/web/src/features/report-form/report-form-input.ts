import { ReportInput, reportTexts } from '@naughty-list/contracts/report-input';
import { z } from 'zod';

/** The report as the contract wants it, and the sum that only the browser checks. */
export const ReportFormInput = z.object({
  ...ReportInput.shape,
  captcha: z.string().trim().min(1, reportTexts.captchaRequired),
});
export type ReportFormFields = z.input<typeof ReportFormInput>;
export type ReportFormValues = z.output<typeof ReportFormInput>;
