import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from './account-state.ts';
import type { CompiledInstruction, MessageParts } from './compiled-message.ts';

const LAMPORTS_PER_SIGNATURE = 5000n;
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;
const MAX_COMPUTE_UNITS = 1_400_000n;
/** Default compute budget of an instruction: of a built-in program, and of any other (SIMD-0170). */
const BUILTIN_UNITS = 3_000n;
const PROGRAM_UNITS = 200_000n;

/** Programs whose instructions contain signatures, counted in the first byte. */
const SIGNATURE_PROGRAMS = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);

const BUILTIN_PROGRAMS = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
]);

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;

type Budget = { price: bigint; limit: bigint | null };

function budgetOf(instructions: readonly CompiledInstruction[]): Budget {
  const budget: Budget = { price: 0n, limit: null };
  for (const { data } of instructions) {
    const numbers = Buffer.from(data);
    if (data[0] === SET_COMPUTE_UNIT_LIMIT && data.length >= 5)
      budget.limit = BigInt(numbers.readUInt32LE(1));
    if (data[0] === SET_COMPUTE_UNIT_PRICE && data.length >= 9) budget.price = numbers.readBigUInt64LE(1);
  }
  return budget;
}

/** The fee of a message in lamports: per signature, plus the price of the requested compute units. */
export function feeOf({ header, staticKeys, instructions, config }: MessageParts): bigint {
  const programOf = (instruction: CompiledInstruction): string =>
    staticKeys[instruction.programIdIndex] ?? '';
  const extraSignatures = instructions
    .filter((instruction) => SIGNATURE_PROGRAMS.has(programOf(instruction)))
    .reduce((total, instruction) => total + (instruction.data[0] ?? 0), 0);
  const signatures = LAMPORTS_PER_SIGNATURE * BigInt(header.numSignerAccounts + extraSignatures);
  if (config) return signatures + BigInt(config.priorityFee ?? 0);
  const { price, limit } = budgetOf(
    instructions.filter((instruction) => programOf(instruction) === COMPUTE_BUDGET_PROGRAM),
  );
  const defaultUnits = instructions.reduce(
    (total, instruction) =>
      total + (BUILTIN_PROGRAMS.has(programOf(instruction)) ? BUILTIN_UNITS : PROGRAM_UNITS),
    0n,
  );
  const wantedUnits = limit ?? defaultUnits;
  const units = wantedUnits < MAX_COMPUTE_UNITS ? wantedUnits : MAX_COMPUTE_UNITS;
  return signatures + (price * units + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;
}
