import { serve } from '../stage/child.ts';
import { load } from './load.ts';

const tasks = { load };
export type LoadProcess = typeof tasks;

serve(tasks);
