import { AdminRole, AdminUsername, NewPassword } from '@naughty-list/contracts/admin-session';
import type { Database } from '@naughty-list/service-kit/database/database';
import { CommandError } from '@naughty-list/service-kit/lifecycle/command';
import {
  changePassword,
  findAccount,
  hasAdmins,
  insertAdmin,
  listAdmins,
  removeAdmin,
} from '../admin/accounts.ts';
import { hashPassword, makePassword, passwordFault } from '../admin/passwords.ts';
import { dropSecondFactors } from '../admin/second-factors.ts';

/** `readPassword` returns an empty string when no password is entered; one is then generated and printed. */
export type CommandContext = {
  db: Database;
  print: (line: string) => void;
  readPassword: () => Promise<string>;
  /** Role of the account to create. */
  role?: string | undefined;
  /** Of the account to reset: removes its second factors too. */
  dropSecondFactor?: boolean | undefined;
};

/** Each command with its arguments; `undefined` is a missing username. */
export const commands = {
  create: { run: create, takesName: true },
  reset: { run: reset, takesName: true },
  remove: { run: remove, takesName: true },
  list: { run: list, takesName: false },
  first: { run: first, takesName: true },
} as const;

const titles = { admin: 'Admin', moderator: 'Moderator' };

async function create(context: CommandContext, username: string): Promise<void> {
  const { db, print, readPassword } = context;
  const name = AdminUsername.safeParse(username);
  if (!name.success) throw new CommandError(`the username ${name.error.issues[0]?.message}`);
  const role = AdminRole.safeParse(context.role ?? 'admin');
  if (!role.success) throw new CommandError(`the role must be ${AdminRole.options.join(' or ')}`);
  const { password, made } = await choosePassword(readPassword, username);
  if (!(await insertAdmin(db, name.data, await hashPassword(password), role.data))) {
    throw new CommandError(`there is an account ${username} already: npm run admin -- reset ${username}`);
  }
  print(`${titles[role.data]} ${username} was created.`);
  if (made) printPassword(print, password);
}

async function reset(context: CommandContext, username: string): Promise<void> {
  const { db, print, readPassword } = context;
  // Fail before prompting for a password.
  const account = await findAccount(db, username);
  if (!account) throw unknown(username);
  const { password, made } = await choosePassword(readPassword, username);
  if (!(await changePassword(db, account, await hashPassword(password)))) throw unknown(username);
  if (context.dropSecondFactor) await dropSecondFactors(db, username);
  print(`${titles[account.role]} ${username} has a new password; all sessions of ${username} have ended.`);
  if (context.dropSecondFactor) print('Its authenticator app, passkeys and recovery codes were removed.');
  if (made) printPassword(print, password);
}

async function remove({ db, print }: CommandContext, username: string): Promise<void> {
  if (!(await removeAdmin(db, username))) throw unknown(username);
  print(`The account ${username} was removed; all sessions of ${username} have ended.`);
}

async function list({ db, print }: CommandContext): Promise<void> {
  const admins = await listAdmins(db);
  if (admins.length === 0) print('There is no admin yet: npm run admin -- create <username>');
  const width = Math.max(...admins.map(({ username }) => username.length));
  for (const { username, role, createdAt, lastLoginAt } of admins) {
    const login = lastLoginAt ? `last login ${lastLoginAt.toISOString()}` : 'never logged in';
    print(`${username.padEnd(width)}  ${role.padEnd(9)}  created ${createdAt.toISOString()}  ${login}`);
  }
}

/** Run by `npm start`. Does nothing, silently, when an admin exists. */
async function first({ db, print }: CommandContext, username: string): Promise<void> {
  if (await hasAdmins(db)) return;
  const password = makePassword();
  if (await insertAdmin(db, username, await hashPassword(password))) {
    print(`${username}, password ${password} (shown once; npm run admin -- reset ${username} makes another)`);
  }
}

async function choosePassword(
  readPassword: () => Promise<string>,
  username: string,
): Promise<{ password: string; made: boolean }> {
  const given = await readPassword();
  if (given === '') return { password: makePassword(), made: true };
  const password = NewPassword.safeParse(given);
  if (!password.success) throw new CommandError(`the password ${password.error.issues[0]?.message}`);
  const fault = passwordFault(password.data, username);
  if (fault) throw new CommandError(fault);
  return { password: password.data, made: false };
}

function printPassword(print: (line: string) => void, password: string): void {
  print(`Password: ${password}`);
  print('It is shown only once.');
}

const unknown = (username: string) =>
  new CommandError(`there is no account called ${username}: npm run admin -- list shows them`);
