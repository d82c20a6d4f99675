import type { PostFormInput } from '@naughty-list/contracts/report-input';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

export type PostFormFields = z.input<typeof PostFormInput>;
export type PostFormValues = z.output<typeof PostFormInput>;
export type PostForm = UseFormReturn<PostFormFields, undefined, PostFormValues>;
