import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Register } from '../proxy/register.ts';
import type { Renderer } from './renderer.ts';

/** What reading and rendering pages requires. */
export type PageParts = {
  /** Folder of the built app. */
  root: string;
  /** The public origin. */
  origin: string | undefined;
  renderer: Renderer;
  register: Register;
  clock: Clock;
  log: Log;
};
