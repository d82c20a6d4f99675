import { PostInput, reportTexts } from '@naughty-list/contracts/report-input';
import { z } from 'zod';

/** A post as the contracts want it, and the sum that only the browser checks. */
export const PostFormInput = z.object({
  ...PostInput.shape,
  captcha: z.string().trim().min(1, reportTexts.captchaRequired),
});
export type PostFormFields = z.input<typeof PostFormInput>;
export type PostFormValues = z.output<typeof PostFormInput>;
