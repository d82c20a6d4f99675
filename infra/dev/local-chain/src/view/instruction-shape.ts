/** `parsed` of an instruction in encoding "jsonParsed". */
export type Parsed = { type: string; info: { [key: string]: unknown } };

/** Parses one program's instruction; null if unknown. @throws RangeError on short data */
export type InstructionParser = (data: Buffer, accounts: string[]) => Parsed | null;
