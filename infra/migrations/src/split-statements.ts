// In this order: what begins first wins, and what is inside of it is text.
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|\s+|[^\s;'"$/-]+|[\s\S]/g;

/**
 * The statements of a SQL text, each in lower case on one line. Comments are left out, texts in quotes are empty: nothing in
 * them is a statement.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [part] of sql.matchAll(token)) {
    if (part === ';') {
      statements.push(statement);
      statement = '';
    } else statement += plain(part);
  }
  return [...statements, statement].map((each) => each.trim()).filter((each) => each !== '');
}

function plain(part: string): string {
  if (part.startsWith('--') || part.startsWith('/*') || /^\s/.test(part)) return ' ';
  if (part.startsWith("'") && part.length > 1) return "''";
  if (part.startsWith('$') && part.length > 1) return '$$';
  return part.replaceAll('"', '').toLowerCase();
}

/** The parts of a text between commas that stand in no bracket. */
export function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
