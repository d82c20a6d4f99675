import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError } from '@naughty-list/service-kit/lifecycle/command';

/**
 * Reads the new password: twice and hidden at a terminal, else from standard input. Empty when there is none.
 *
 * @throws CommandError when the two entries differ
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, written) => written() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Ctrl-C and Ctrl-D cancel.
  const gone = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new CommandError('nothing was changed')));
  });
  const ask = async (question: string) => {
    process.stderr.write(question);
    const answer = await Promise.race([terminal.question(''), gone]);
    process.stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('New password (leave empty to have one made): ');
    if (password !== '' && (await ask('Repeat the password: ')) !== password) {
      throw new CommandError('the two passwords differ, nothing was changed');
    }
    return password;
  } finally {
    gone.catch(() => {});
    terminal.close();
  }
}
