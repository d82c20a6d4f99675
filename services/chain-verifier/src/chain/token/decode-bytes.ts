import { TOKEN_2022_PROGRAM } from '../programs.ts';
import { decodeExtension } from './decode-extension.ts';
import {
  ByteReader,
  movement,
  type Nested,
  type TokenInstruction,
  UndecodableError,
  undecodable,
} from './instruction.ts';

const BATCH = 255;

/**
 * Decodes an instruction of either token program from its bytes (layouts: solana-program/token and token-2022,
 * interface/src/instruction.rs). Throws UndecodableError for unknown instructions.
 */
export function decodeBytes(
  program: string,
  data: Uint8Array,
  accounts: readonly string[],
): TokenInstruction {
  const reader = new ByteReader(data, accounts);
  const tag = reader.u8();
  if (tag === BATCH) return { kind: 'batch', nested: decodeBatch(program, reader) };
  return decodeBase(tag, reader) ?? decodeNeutral(program, tag, data) ?? decodeExtended(program, tag, reader);
}

function decodeExtended(program: string, tag: number, reader: ByteReader): TokenInstruction {
  if (program !== TOKEN_2022_PROGRAM) return undecodable(`unknown instruction ${tag}`);
  return decodeExtension(tag, reader);
}

/**
 * Each nested instruction: number of accounts, length of data, data; its accounts follow the previous one's. A nested
 * batch is illegal.
 */
function decodeBatch(program: string, reader: ByteReader): Nested[] {
  const nested: Nested[] = [];
  let firstAccount = 0;
  do {
    const accountCount = reader.u8();
    const data = reader.bytes(reader.u8());
    const accounts = reader.accounts.slice(firstAccount, firstAccount + accountCount);
    if (accounts.length !== accountCount) undecodable('the batch names more accounts than it has');
    if (data[0] === BATCH) undecodable('a batch inside a batch');
    firstAccount += accountCount;
    nested.push(decodeNested(program, data, accounts));
  } while (reader.left > 0);
  return nested;
}

function decodeNested(program: string, data: Uint8Array, accounts: string[]): Nested {
  try {
    const instruction = decodeBytes(program, data, accounts);
    if (instruction.kind === 'batch') return undecodable('a batch inside a batch');
    return { ok: true, instruction };
  } catch (error) {
    if (error instanceof UndecodableError) return { ok: false, reason: error.message, accounts };
    throw error;
  }
}

/** Instructions of both programs that move tokens or change an account's owner. */
function decodeBase(tag: number, reader: ByteReader): TokenInstruction | null {
  const account = (index: number) => reader.account(index);
  switch (tag) {
    case 1:
      return movement('open', 'initializeAccount', account(0), {
        mint: account(1),
        newAuthority: account(2),
      });
    case 16:
    case 18: {
      const type = tag === 16 ? 'initializeAccount2' : 'initializeAccount3';
      return movement('open', type, account(0), { mint: account(1), newAuthority: reader.address() });
    }
    case 3:
    case 12:
      return decodeTransfer(tag === 12, reader);
    case 6:
      return decodeSetAuthority(reader);
    case 7:
    case 14: {
      const amount = reader.u64();
      const decimals = tag === 14 ? reader.u8() : null;
      const type = tag === 14 ? 'mintToChecked' : 'mintTo';
      return { kind: 'mintTo', type, mint: account(0), account: account(1), amount, decimals };
    }
    case 8:
    case 15: {
      const amount = reader.u64();
      const decimals = tag === 15 ? reader.u8() : null;
      const type = tag === 15 ? 'burnChecked' : 'burn';
      return {
        kind: 'burn',
        type,
        account: account(0),
        mint: account(1),
        ...reader.authority(2),
        amount,
        decimals,
      };
    }
    case 9:
      return movement('close', 'closeAccount', account(0));
    case 17:
      return movement('native', 'syncNative', account(0));
    case 45:
      return movement('native', 'unwrapLamports', account(0));
    default:
      return null;
  }
}

function decodeTransfer(checked: boolean, reader: ByteReader): TokenInstruction {
  const amount = reader.u64();
  const decimals = checked ? reader.u8() : null;
  return {
    kind: 'transfer',
    type: checked ? 'transferChecked' : 'transfer',
    source: reader.account(0),
    mint: checked ? reader.account(1) : null,
    destination: reader.account(checked ? 2 : 1),
    ...reader.authority(checked ? 3 : 2),
    amount,
    fee: null,
    decimals,
  };
}

const authorityTypes = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];

function decodeSetAuthority(reader: ByteReader): TokenInstruction {
  const tag = reader.u8();
  return movement('setAuthority', 'setAuthority', reader.account(0), {
    what: authorityTypes[tag] ?? `authority${tag}`,
    newAuthority: reader.optionalAddress(),
  });
}

/**
 * Mint and multisig set-up, approvals, freezing, size queries (0-24, 38), and in Token-2022 the extensions that hold no
 * amounts (25, 28-36, 37, 39-41, 43, 44): none of these changes the amount or owner of a token account.
 */
const neutralOfBoth: ReadonlySet<number> = new Set([0, 2, 4, 5, 10, 11, 13, 19, 20, 21, 22, 23, 24, 38]);
const neutralOf2022: ReadonlySet<number> = new Set([
  25, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 39, 40, 41, 43, 44,
]);

/**
 * First eight bytes of the token-metadata and token-group interfaces, which Token-2022 also implements (they change
 * only the mint's data).
 */
const neutralInterfaces: ReadonlySet<string> = new Set([
  'd2e11ea258b84d8d',
  'dde9312db5cadcc8',
  'ea122038598d25b5',
  'd7e4a6e45464567b',
  'faa6b4fa0d0cb846',
  '79716c2736330004',
  '6c25ab8ff81e126e',
  'a1695801edddd8cb',
  '9820deb0dfed7486',
]);

function decodeNeutral(program: string, tag: number, data: Uint8Array): TokenInstruction | null {
  if (neutralOfBoth.has(tag)) return { kind: 'neutral', type: `instruction${tag}` };
  if (program !== TOKEN_2022_PROGRAM) return null;
  if (neutralOf2022.has(tag)) return { kind: 'neutral', type: `instruction${tag}` };
  const discriminator = Buffer.from(data.subarray(0, 8)).toString('hex');
  return neutralInterfaces.has(discriminator) ? { kind: 'neutral', type: 'interface' } : null;
}
