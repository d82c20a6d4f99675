import type { ChainClock } from '../chain/clock.ts';
import type { ControlAnswer, ControlCommand } from './commands.ts';
import type { Switches } from './switches.ts';

/** An invalid command; the message gives the reason. */
export class UnknownCommandError extends Error {
  override name = 'UnknownCommandError';
}

const KINDS = ['http', 'error', 'hang', 'replace', 'alter'];

function obey(command: ControlCommand, switches: Switches, clock: ChainClock): number | null {
  switch (command.action) {
    case 'delays': {
      const { action: _, ...change } = command;
      switches.setDelays(change);
      return null;
    }
    case 'fault':
      if (typeof command.fault?.method !== 'string' || !KINDS.includes(command.fault.kind)) {
        throw new UnknownCommandError(`fault needs a method and a kind: ${KINDS.join(', ')}`);
      }
      return switches.addFault(command.fault);
    case 'clear':
      switches.clear(command.id);
      return null;
    case 'advance':
      if (!Number.isSafeInteger(command.slots)) throw new UnknownCommandError('slots must be a whole number');
      clock.advance(command.slots);
      return null;
    case 'state':
      return null;
    case 'reset':
      switches.reset();
      return null;
    default:
      throw new UnknownCommandError('action must be delays, fault, clear, advance, state or reset');
  }
}

/** Executes the test command in a request body. @throws UnknownCommandError */
export function applyCommand(body: unknown, switches: Switches, clock: ChainClock): ControlAnswer {
  if (typeof body !== 'object' || body === null) throw new UnknownCommandError('a command is an object');
  const faultId = obey(body as ControlCommand, switches, clock);
  return { ...switches.state(), slot: clock.slot(), chainTime: clock.chainTime(), faultId };
}
