import { DEFAULTS, type LocalChainOptions } from './local-chain.ts';

function wholeNumber(name: string, text: string | undefined, whenAbsent: number, least: number): number {
  if (text === undefined || text === '') return whenAbsent;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new Error(`${name} must be a whole number of at least ${least}, not "${text}"`);
  }
  return value;
}

function yesOrNo(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '' || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new Error(`${name} must be 1 or 0, not "${text}"`);
}

/** Reads the environment. @throws Error with one line that names the variable */
export function readConfig(env: NodeJS.ProcessEnv): Required<Omit<LocalChainOptions, 'blockhashAgeSlots'>> {
  return {
    host: env.HOST || DEFAULTS.host,
    port: wholeNumber('PORT', env.PORT, DEFAULTS.port, 0),
    dataDir: env.DATA_DIR || '.data',
    control: yesOrNo('CHAIN_CONTROL', env.CHAIN_CONTROL),
    slotMs: wholeNumber('CHAIN_SLOT_MS', env.CHAIN_SLOT_MS, DEFAULTS.slotMs, 1),
    confirmAfterMs: wholeNumber(
      'CHAIN_CONFIRM_AFTER_MS',
      env.CHAIN_CONFIRM_AFTER_MS,
      DEFAULTS.confirmAfterMs,
      0,
    ),
    finalizeAfterMs: wholeNumber(
      'CHAIN_FINALIZE_AFTER_MS',
      env.CHAIN_FINALIZE_AFTER_MS,
      DEFAULTS.finalizeAfterMs,
      0,
    ),
  };
}
