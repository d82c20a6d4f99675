import { commonSettings } from '@naughty-list/service-kit/config';
import { z } from 'zod';

export const Config = z.object({ ...commonSettings });
export type Config = z.infer<typeof Config>;
