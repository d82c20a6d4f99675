/** `parsed` of an instruction in encoding "jsonParsed". */
export type Parsed = { type: string; info: { [key: string]: unknown } };

/** Reads one program's instruction; null when it is none that is known. @throws RangeError on short data */
export type InstructionParser = (data: Buffer, accounts: string[]) => Parsed | null;
