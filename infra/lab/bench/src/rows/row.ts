/** One row of the table in docs/benchmarks.md. */
export type Row = { what: string; figure: string; target: string; met: boolean };
