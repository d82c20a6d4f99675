/** What a profile, or the statements of the database, show of a figure that may miss its target; the first that fits is told. */
export const notes: readonly { about: RegExp; why: string }[] = [
  {
    about: /^verifications, jobs in PostgreSQL/,
    why:
      'a verification is one such job and, besides, two RPC calls and nine statements in five transactions that are made durable one ' +
      'after the other (received, finalised, evidence, verdict): what may never be lost is written before it is told. The job itself is ' +
      'about a quarter of that.',
  },
  {
    about: /^verifications, jobs in Redis/,
    why:
      'a job that does nothing never leaves the memory of Redis; the verification writes its five durable transactions into PostgreSQL ' +
      'all the same, and those alone take longer than twenty such jobs.',
  },
  {
    about: /^removal.*jobs in PostgreSQL/,
    why:
      'a removal is two round trips (the verification, then the verdict to its owner), with the claim, the verification and the removal ' +
      'written durably around them: eight commits one after the other, and two RPC calls.',
  },
  {
    about: /^removal.*jobs in Redis/,
    why:
      'the same eight commits in PostgreSQL, against a round trip within the memory of Redis. Nothing that is paid for is kept in Redis ' +
      'alone (decision 9), so this cannot be met on that backend.',
  },
  {
    about: /^visits.*jobs in Redis/,
    why:
      'a visit is an HTTP request of its own and a row in PostgreSQL; a bare `node:http` server on one core answers only about two to ' +
      'three times as many requests as Redis runs jobs that do nothing there.',
  },
  {
    about: /^visits.*jobs in PostgreSQL/,
    why:
      'visits are gathered for a second, and counted only when their batch has been through the queue: in short rounds that second is ' +
      'a third of the time.',
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
      'the modules alone, imported and idle, take 105 to 125 MB (`process.memoryUsage()`: 34 to 44 MB of heap, code and shapes of ' +
      'fastify, knex, bullmq with both backends, and what is the part’s own: the queue dashboard and the API page at the gateway, ' +
      '@solana/web3.js at the verifier), of which 35 MB are pages of the Node program that all processes share. A cache of compiled ' +
      'modules and a smaller nursery took 40 MB away.',
  },
  {
    about: /^search in/,
    why:
      'beside the query, which both sides run, the service reads the rows a second time into views and writes 100 of them out as JSON, ' +
      'some 50 KB; the bare client throws the rows away. The cheaper the query, the more that counts: it shows with 1 letter, which an ' +
      'index answers at once.',
  },
  {
    about: /^(list of|page load)/,
    why:
      'per request the profile shows the write to the socket (a third), which the bare server has too, then routing and hooks of Fastify, ' +
      'the request id, the limit and the metrics; for lists also the question to the service, shared by all who wait at that moment.',
  },
];
