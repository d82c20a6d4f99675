import type { ControlAnswer, ControlCommand, DelaySwitch, Fault } from '../src/control/commands.ts';

export type { ControlAnswer, DelaySwitch, Fault } from '../src/control/commands.ts';

/** The test controls of a chain started with `control: true`. */
export type ControlClient = {
  setDelays(delays: DelaySwitch): Promise<ControlAnswer>;
  /** @returns the fault's id, for `clear` */
  addFault(fault: Fault): Promise<number>;
  /** Removes one fault, or all, and releases hanging calls. */
  clear(id?: number): Promise<ControlAnswer>;
  advanceSlots(slots: number): Promise<ControlAnswer>;
  state(): Promise<ControlAnswer>;
  /** Resets everything: delays, faults, call counts. */
  reset(): Promise<ControlAnswer>;
};

/** @param url the chain's HTTP address */
export function createControlClient(url: string): ControlClient {
  const command = async (body: ControlCommand): Promise<ControlAnswer> => {
    const response = await fetch(new URL('/control', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the local chain refused ${body.action}: ${await response.text()}`);
    return (await response.json()) as ControlAnswer;
  };
  return {
    setDelays: (delays) => command({ action: 'delays', ...delays }),
    addFault: async (fault) => {
      const { faultId } = await command({ action: 'fault', fault });
      if (faultId === null) throw new Error('the local chain set no fault');
      return faultId;
    },
    clear: (id) => command(id === undefined ? { action: 'clear' } : { action: 'clear', id }),
    advanceSlots: (slots) => command({ action: 'advance', slots }),
    state: () => command({ action: 'state' }),
    reset: () => command({ action: 'reset' }),
  };
}
