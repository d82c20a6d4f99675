// Starts PostgreSQL on the given folder, prints that it is ready, and waits to be killed.
import { startPostgres } from '@naughty-list/embedded/postgres';

const { url, pid } = await startPostgres({ dataDir: process.argv[2] ?? '', fsync: false });
console.log(JSON.stringify({ url, pid }));
setInterval(() => {}, 1_000);
