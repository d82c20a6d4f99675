import type { LookUp } from '@naughty-list/contracts/look-up';
import type { Register } from '../proxy/register.ts';

/** Whether an account is on either list. Rejects if the lists cannot be read. */
export const createIsListed =
  (register: Register) =>
  async (username: string): Promise<boolean> => {
    const { json } = await register.read(`/api/look-up?${new URLSearchParams({ q: `@${username}` })}`);
    const { answers } = json<LookUp>();
    return answers.some(({ naughty, nice }) => naughty !== null || nice !== null);
  };
