import { z } from 'zod';
import { DEFAULTS, type LocalChainOptions } from './local-chain.ts';

const wholeNumber = (least: number, whenAbsent: number) =>
  z.coerce.number().int().min(least).default(whenAbsent);

const Environment = z.object({
  HOST: z.string().default(DEFAULTS.host),
  PORT: wholeNumber(0, DEFAULTS.port),
  DATA_DIR: z.string().default('.data'),
  CHAIN_CONTROL: z.stringbool().default(false),
  CHAIN_SLOT_MS: wholeNumber(1, DEFAULTS.slotMs),
  CHAIN_CONFIRM_AFTER_MS: wholeNumber(0, DEFAULTS.confirmAfterMs),
  CHAIN_FINALIZE_AFTER_MS: wholeNumber(0, DEFAULTS.finalizeAfterMs),
});

/** Reads the environment; an empty variable counts as absent. @throws Error that names the variable */
export function readConfig(env: NodeJS.ProcessEnv): Required<Omit<LocalChainOptions, 'blockhashAgeSlots'>> {
  const { success, data, error } = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!success) throw new Error(error.issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    control: data.CHAIN_CONTROL,
    slotMs: data.CHAIN_SLOT_MS,
    confirmAfterMs: data.CHAIN_CONFIRM_AFTER_MS,
    finalizeAfterMs: data.CHAIN_FINALIZE_AFTER_MS,
  };
}
