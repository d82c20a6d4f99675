import { type LoadRequest, load } from './load.ts';
import { loadQueries, type QueryRequest } from './query-load.ts';

/** The load generator's process: each message is a request, each reply its result. */
process.on('message', (request: LoadRequest | QueryRequest) => {
  const measured = 'url' in request ? load(request) : loadQueries(request);
  measured.then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
