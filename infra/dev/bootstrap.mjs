// Runs first in `npm start`, `npm run dev`, `npm test` and `npm run verify`, on any Node. Plain JavaScript without
// dependencies, because nothing is installed yet. Everything else is loaded after the version check.
const oldest = 20;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`Node ${process.versions.node} is too old: the Naughty List needs Node ${oldest} or newer`);
  process.exit(1);
}

const commands = {
  start: () => import('./bootstrap/start.mjs'),
  dev: () => import('./bootstrap/start.mjs').then(({ dev }) => ({ run: dev })),
  test: () => import('./bootstrap/test.mjs'),
  verify: () => import('./bootstrap/verify.mjs'),
};

const [name, ...args] = process.argv.slice(2);
const load = commands[name];
if (load) {
  load()
    .then((command) => command.run(args))
    .then(
      (code) => {
        process.exitCode = code;
      },
      (error) => {
        console.error(error.oneLine ? error.message : error);
        process.exitCode = 1;
      },
    );
} else {
  console.error(`Usage: node infra/dev/bootstrap.mjs ${Object.keys(commands).join(' | ')}`);
  process.exitCode = 1;
}
