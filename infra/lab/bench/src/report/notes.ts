/**
 * Why a figure may miss its target; the first that matches is printed, followed by its profile
 * (`what-profile-shows.ts`).
 */
export const notes: readonly { about: RegExp; why: string }[] = [
  {
    about: /^verifications, jobs in PostgreSQL/,
    why:
      'A verification is one such job plus two RPC calls, a signature check, parsing a transaction, two statements and a commit of its own. ' +
      'The processor is the limit, not the disk: most of the verifier’s share is talking to the database and the RPC, not judging.',
  },
  {
    about: /^verifications, jobs in Redis/,
    why:
      'A no-op job never leaves the memory of Redis. A verification parses a transaction, checks its signature, makes two RPC calls ' +
      'over HTTP and commits its verdict in PostgreSQL.',
  },
  {
    about: /^removal.*jobs in PostgreSQL/,
    why:
      'A removal is two jobs (verification, then verdict delivery) across four processes, each waking the next, with three commits in ' +
      'sequence (claim, verdict, removal) because each must be durable before the next begins.',
  },
  {
    about: /^removal.*jobs in Redis/,
    why:
      'A round trip within the memory of Redis is compared with the processor time of four processes and three commits in sequence. ' +
      'Nothing that is paid for is stored in Redis alone (decision 9), so this target cannot be met on that backend.',
  },
  {
    about: /^visits.*jobs in Redis/,
    why:
      'Five visits would have to cost as much as one no-op job in memory. Work after the request is batched (up to 500 visits), but the ' +
      'request itself, with its body, origin check and limit, already takes the gateway that long.',
  },
  {
    about: /^visits.*jobs in PostgreSQL/,
    why:
      'Half of a visit is its HTTP request; the rest is batched (up to 500 visits). The last batch of a round waits 250 ms to be sealed, ' +
      'then for the queue and the roll-ups, and that wait is measured too.',
  },
  {
    about: /^page load.*visit counted/,
    why:
      'Each load also records a visit, which is written to disk, queued and inserted on the core that serves the next page. ' +
      'The rows above show the same page without the visit.',
  },
  {
    about: /^creating a report/,
    why:
      'A report passes the gateway, which counts it against its client’s budgets, and the service, which stores all waiting reports ' +
      'with one statement and one commit; proxying costs more than the row.',
  },
  {
    about: /^memory of/,
    why:
      'About 50 MB are pages of the Node program shared by all processes (an empty process has 42 MB), 25 to 36 MB is what modules keep on ' +
      'the V8 heap (bullmq with ioredis and pg 7 MB, zod 3.4, undici and reply-from 2.9, fastify with http 4.5, knex 2), the rest compiled ' +
      'code. Memory needed only during start-up is released before the first request.',
  },
  {
    about: /^search in/,
    why:
      'Besides the query, which both sides run, the service parses a request, checks its signature, serialises 100 rows as JSON and sends ' +
      'about 50 KB (a fifth of its time); the bare client discards the rows. The cheaper the query, the more that counts: with 1 letter, ' +
      'an index lookup, the service’s core is busier than the database’s.',
  },
  {
    about: /^(list of|page load)/,
    why:
      'The bytes are cached, and the largest part is the socket write, which the bare server has too. The rest is Node’s HTTP parser, ' +
      'routing, request id, limits and metrics, each a few percent; for lists also a coalesced revalidation by the service on the same core.',
  },
];
