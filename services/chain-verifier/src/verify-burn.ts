import { runCommand } from './receipts/run-command.ts';

const { exitCode, lines, errors } = await runCommand(process.argv.slice(2));
for (const line of lines) console.log(line);
for (const line of errors) console.error(line);
process.exitCode = exitCode;
