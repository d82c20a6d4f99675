import { AccountRole, type Address, isSome, type Option, unwrapOption } from '@solana/kit';
import { parseSystemInstruction, SystemInstruction } from '@solana-program/system';
import {
  AssociatedTokenInstruction,
  AuthorityType,
  parseAssociatedTokenInstruction,
  parseTokenInstruction,
  TokenInstruction,
} from '@solana-program/token';
import bs58 from 'bs58';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  isMemoProgram,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../chain/account-state.ts';
import { uiTokenAmount } from '../chain/token-account.ts';
import type { RecordedInstruction } from '../history/history.ts';

type Parsed = { type: string; info: { [key: string]: unknown } };

export type ParsedInstruction =
  | { program: string; programId: string; parsed: Parsed | string; stackHeight: number }
  | { programId: string; accounts: string[]; data: string; stackHeight: number };

type Encoded = Parameters<typeof parseTokenInstruction>[0] & { accounts: { address: Address }[] };

/** What the programs' clients decode an instruction to. */
type Decoded<Type> = {
  instructionType: Type;
  accounts: { [name: string]: { address: string } | undefined };
  data: { [name: string]: unknown };
};

const PARSERS: Record<string, { program: string; parse: (instruction: Encoded) => Parsed | undefined }> = {
  [SYSTEM_PROGRAM]: { program: 'system', parse: parseSystem },
  [TOKEN_PROGRAM]: { program: 'spl-token', parse: parseToken },
  [TOKEN_2022_PROGRAM]: { program: 'spl-token', parse: parseToken },
  [ASSOCIATED_TOKEN_PROGRAM]: { program: 'spl-associated-token-account', parse: parseAssociatedToken },
};

/** An instruction in the shape of encoding "jsonParsed"; unknown ones keep their accounts and data. */
export function parseInstruction(instruction: RecordedInstruction, keys: string[]): ParsedInstruction {
  const programId = keys[instruction.programIdIndex] ?? '';
  const accounts = instruction.accounts.map((index) => keys[index] ?? '');
  const data = bs58.decode(instruction.data);
  const { stackHeight } = instruction;
  if (isMemoProgram(programId))
    return { program: 'spl-memo', programId, parsed: Buffer.from(data).toString('utf8'), stackHeight };
  const known = PARSERS[programId];
  const parsed = known && parsedBy(known.parse, { programId, accounts, data });
  if (known && parsed) return { program: known.program, programId, parsed, stackHeight };
  return { programId, accounts, data: instruction.data, stackHeight };
}

function parsedBy(
  parse: (instruction: Encoded) => Parsed | undefined,
  { programId, accounts, data }: { programId: string; accounts: string[]; data: Uint8Array },
): Parsed | undefined {
  try {
    return parse({
      programAddress: programId as Address,
      accounts: accounts.map((address) => ({ address: address as Address, role: AccountRole.READONLY })),
      data,
    });
  } catch {
    // Unknown or truncated data means an unknown instruction, not a fault.
    return undefined;
  }
}

/** Accounts and data under the names that a node prints. */
function infoOf(
  { accounts, data: { discriminator: _, ...data } }: Decoded<unknown>,
  names: { [name: string]: string },
): Parsed['info'] {
  const addresses = Object.entries(accounts).map(([name, account]) => [name, account?.address] as const);
  return Object.fromEntries(
    [...addresses, ...Object.entries(data)]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [names[name] ?? name, typeof value === 'bigint' ? Number(value) : value]),
  );
}

/** Instructions of the System Program; names as in Agave's `parse_system.rs`. */
const SYSTEM: { [type in SystemInstruction]?: [type: string, names: { [name: string]: string }] } = {
  [SystemInstruction.CreateAccount]: ['createAccount', { payer: 'source', programAddress: 'owner' }],
  [SystemInstruction.Assign]: ['assign', { programAddress: 'owner' }],
  [SystemInstruction.TransferSol]: ['transfer', { amount: 'lamports' }],
  [SystemInstruction.AdvanceNonceAccount]: ['advanceNonce', {}],
  [SystemInstruction.Allocate]: ['allocate', { newAccount: 'account' }],
};

function parseSystem(instruction: Encoded): Parsed | undefined {
  const decoded = parseSystemInstruction(instruction) as Decoded<SystemInstruction>;
  const known = SYSTEM[decoded.instructionType];
  return known && { type: known[0], info: infoOf(decoded, known[1]) };
}

/** Names as in Agave's `parse_associated_token.rs`. */
const ASSOCIATED_TOKEN_NAMES = { payer: 'source', ata: 'account', owner: 'wallet' };
const ASSOCIATED_TOKEN_TYPES: { [type in AssociatedTokenInstruction]?: string } = {
  [AssociatedTokenInstruction.CreateAssociatedToken]: 'create',
  [AssociatedTokenInstruction.CreateAssociatedTokenIdempotent]: 'createIdempotent',
};

function parseAssociatedToken({ data, ...instruction }: Encoded): Parsed | undefined {
  // The program takes no data for a creation.
  const whole = { ...instruction, data: data.length > 0 ? data : Uint8Array.of(0) };
  const decoded = parseAssociatedTokenInstruction(whole) as Decoded<AssociatedTokenInstruction>;
  const type = ASSOCIATED_TOKEN_TYPES[decoded.instructionType];
  return type === undefined ? undefined : { type, info: infoOf(decoded, ASSOCIATED_TOKEN_NAMES) };
}

const lowerFirst = (name = ''): string => name.charAt(0).toLowerCase() + name.slice(1);
const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The names that Agave's `parse_token.rs` has for accounts. */
function tokenNames(kind: TokenInstruction, authorityType: AuthorityType | undefined) {
  const { FreezeAccount, ThawAccount, SetAuthority } = TokenInstruction;
  const ofMint = authorityType === AuthorityType.MintTokens || authorityType === AuthorityType.FreezeAccount;
  return {
    token: 'account',
    rent: 'rentSysvar',
    // The same instruction serves mints and accounts.
    owned: ofMint ? 'mint' : 'account',
    ...((kind === FreezeAccount || kind === ThawAccount) && { owner: 'freezeAuthority' }),
    ...(kind === SetAuthority && { owner: 'authority' }),
  };
}

type TokenData = {
  amount?: bigint;
  decimals?: number;
  authorityType?: AuthorityType;
  newAuthority?: Option<Address>;
  freezeAuthority?: Option<Address>;
};

/** Instructions of SPL Token and Token-2022 (without its extensions). */
function parseToken(instruction: Encoded): Parsed | undefined {
  const decoded = parseTokenInstruction(instruction) as Decoded<TokenInstruction>;
  const { instructionType: kind, accounts } = decoded;
  if (kind === TokenInstruction.InitializeMultisig || kind === TokenInstruction.InitializeMultisig2)
    return undefined;
  const { amount, decimals, authorityType, newAuthority, freezeAuthority, ...data } =
    decoded.data as TokenData;
  const names: { [name: string]: string } = tokenNames(kind, authorityType);
  const last = Object.keys(accounts).at(-1) ?? '';
  const signers = /owner|authority/i.test(last)
    ? instruction.accounts.slice(Object.keys(accounts).length).map(({ address }) => address)
    : [];
  // The signer: a single owner, or a multisig with its signers.
  if (signers.length > 0) names[last] = `multisig${upperFirst(names[last] ?? last)}`;
  const info = {
    ...infoOf({ ...decoded, data }, names),
    ...(signers.length > 0 && { signers }),
    ...(amount === undefined
      ? decimals !== undefined && { decimals }
      : decimals === undefined
        ? { amount: amount.toString() }
        : { tokenAmount: uiTokenAmount(amount, decimals) }),
    ...(authorityType !== undefined && { authorityType: lowerFirst(AuthorityType[authorityType]) }),
    ...(newAuthority && { newAuthority: unwrapOption(newAuthority) }),
    ...(freezeAuthority && isSome(freezeAuthority) && { freezeAuthority: freezeAuthority.value }),
  };
  return { type: lowerFirst(TokenInstruction[kind]), info };
}
