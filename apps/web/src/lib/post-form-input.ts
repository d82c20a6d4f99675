import type { PostFormInput } from '@naughty-list/contracts/report-input';
import type { z } from 'zod';

export type PostFormFields = z.input<typeof PostFormInput>;
export type PostFormValues = z.output<typeof PostFormInput>;
