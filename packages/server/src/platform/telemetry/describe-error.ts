/**
 * Returns the part of an error that is logged. PostgreSQL's `detail`, `where` and parameters quote values of rows, which may be
 * personal data, so only names and codes are kept.
 */
export const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, constraint, table } = error as Error & Record<string, unknown>
  return { type: name, message, code, constraint, table, stack }
}
