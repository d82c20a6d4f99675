import { type LoadRequest, load } from './load.ts';

/** The load generator's process: one request, one result. */
process.once('message', (request: LoadRequest) => {
  load(request).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
