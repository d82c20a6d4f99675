import { closeConnections, openConnections } from './connections.ts';
import { flood } from './flood.ts';
import type { Flood, Opening } from './requests.ts';
import type { Order } from './sender.ts';

/** Runs the attackers in their own process: each message is an order, each reply its result. */
process.on('message', ({ id, task, what }: Order) => {
  carryOut(task, what).then(
    (result) => process.send?.({ id, result }),
    (error: Error) => process.send?.({ id, error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));

async function carryOut(task: Order['task'], what: unknown): Promise<unknown> {
  switch (task) {
    case 'flood':
      return flood(what as Flood);
    case 'open':
      return openConnections(what as Opening);
    case 'close':
      closeConnections();
      return undefined;
  }
}
