/**
 * Why a figure may miss its target, as its profile shows; the first that fits is told. What was measured is added to it, and a link
 * (`what-profile-shows.ts`): numbers stand there, reasons here.
 */
export const notes: readonly { about: RegExp; why: string }[] = [
  {
    about: /^verifications, jobs in PostgreSQL/,
    why:
      'a verification is one such job and, besides, two questions to the RPC, a signature to check, a transaction to take apart, two ' +
      'statements, and one commit of its own: what may never be lost is written before it is told. The processor decides, not the disk; ' +
      'most of the verifier’s share is the talk with the database and with the RPC, not the judging.',
  },
  {
    about: /^verifications, jobs in Redis/,
    why:
      'a job that does nothing never leaves the memory of Redis. A verification takes a transaction apart, checks its signature, asks the RPC ' +
      'twice over HTTP and makes its verdict durable in PostgreSQL: the verifier alone needs about ten times the processor time of such a job.',
  },
  {
    about: /^removal.*jobs in PostgreSQL/,
    why:
      'a removal is two jobs (the verification, then the verdict to its owner) with four processes between them, each waking the next; the ' +
      'claim, the verdict and the removal are commits of their own, one after the other, because each must be durable before the next begins.',
  },
  {
    about: /^removal.*jobs in Redis/,
    why:
      'against a round trip within the memory of Redis stands the processor time of gateway, reports, verifier and PostgreSQL, which is ' +
      'many times as much, and three commits, one after the other. Nothing that is paid for is kept in Redis alone (decision 9), so this ' +
      'cannot be met on that backend.',
  },
  {
    about: /^visits.*jobs in Redis/,
    why:
      'five visits would have to cost what one job costs that does nothing and never leaves the memory of Redis. What comes after the request is ' +
      'done in batches of up to 500; but the request itself, with its body, origin and limit, takes the gateway as long as a visit may take ' +
      'altogether.',
  },
  {
    about: /^visits.*jobs in PostgreSQL/,
    why:
      'half of a visit is its HTTP request, and the rest is done in batches of up to 500. The last batch of a round waits a quarter of a ' +
      'second to be sealed, and then for the queue and the roll-ups: that wait is measured with the others.',
  },
  {
    about: /^page load.*visit counted/,
    why:
      'each load is also a visit: made, gathered, written to disk, sent through the queue and inserted on the core that serves the next ' +
      'page. Without the visit the same page is served as the rows above show.',
  },
  {
    about: /^memory of/,
    why:
      'some 50 MB are pages of the Node program, which all processes share (an empty process has 42 MB), 25 to 36 MB what modules leave in ' +
      'the heap of V8 (in MB of heap: bullmq with ioredis and pg 7, zod 3.4, undici and reply-from 2.9, fastify with http 4.5, knex 2), the rest ' +
      'what was compiled, kept beside. What the start alone needed is given back before the first caller comes.',
  },
  {
    about: /^search in/,
    why:
      'beside the query, which both sides run, the service reads a request, checks its signature, writes 100 rows out as JSON and sends some ' +
      '50 KB (a fifth of its time); the bare client throws the rows away. The cheaper the query, the more that counts: with 1 letter, which ' +
      'an index answers at once, the core of the service is busier than that of the database.',
  },
  {
    about: /^(list of|page load)/,
    why:
      'the bytes are ready-made, and the largest part is the write to the socket, which the bare server has too. The rest is Node’s HTTP ' +
      'parser with more headers, routing and hooks of Fastify, the request id, the limit and the metrics, none of them more than a few ' +
      'percent; for lists also the question to the service whether they still stand, shared by all who wait at that moment, which wakes ' +
      'that process on the same core. To answer before Fastify is asked would win what the profile shows for Fastify and for our own hooks; ' +
      'limits, request ids, visits and metrics would have to be kept a second time for it.',
  },
];
