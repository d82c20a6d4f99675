import { type LoadRequest, load } from './load.ts';
import { loadQueries, type QueryRequest } from './query-load.ts';

/** The load generator as a process of its own: each message is a request, each answer what became of it. */
process.on('message', (request: LoadRequest | QueryRequest) => {
  const measured = 'url' in request ? load(request) : loadQueries(request);
  measured.then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
