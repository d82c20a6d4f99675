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
      'of the verifier’s share a third are the system calls to the database and to the RPC.',
  },
  {
    about: /^verifications, jobs in Redis/,
    why:
      'a job that does nothing never leaves the memory of Redis; a verification makes its verdict durable in PostgreSQL all the same, and ' +
      'asks the RPC twice. The commit alone takes longer than several such jobs.',
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
      'the claim, the verdict and the removal are commits in PostgreSQL, one after the other, against a round trip within the memory of ' +
      'Redis. Nothing that is paid for is kept in Redis alone (decision 9), so this cannot be met on that backend.',
  },
  {
    about: /^visits.*jobs in Redis/,
    why:
      'each visit is an HTTP request of its own, and that alone is more than half of what a job that does nothing costs there; a bare ' +
      '`node:http` server, which counts nobody, would not reach five times as many either. Batches have made the rest small.',
  },
  {
    about: /^visits.*jobs in PostgreSQL/,
    why:
      'the processor would allow more: the last visits of a round wait until their batch is full a second later, and that wait is measured ' +
      'with them.',
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
      'some 50 MB are pages of the Node program, which all processes share (an empty process has 42 MB), 25 to 33 MB what modules leave in ' +
      'the heap of V8 (in MB of heap: bullmq with ioredis and pg 7, zod 3.4, undici and reply-from 2.9, fastify with http 4.5, knex 2), the rest ' +
      'what was compiled, kept beside. What the start alone needed is given back before the first caller comes.',
  },
  {
    about: /^search in/,
    why:
      'beside the query, which both sides run, the service reads a request, makes views of 100 rows and writes them out as JSON, some 50 KB; ' +
      'the bare client throws the rows away. The cheaper the query, the more that counts: it shows with 1 letter, which an index answers ' +
      'at once.',
  },
  {
    about: /^(list of|page load)/,
    why:
      'the bytes are ready-made, and the largest part is the write to the socket, which the bare server has too. The rest is Node’s HTTP ' +
      'parser with more headers, routing and hooks of Fastify, the request id, the limit and the metrics, none of them more than a few ' +
      'percent; for lists also the question to the service whether they still stand, shared by all who wait at that moment, which wakes ' +
      'that process on the same core.',
  },
];
