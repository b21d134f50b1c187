import { AppError } from '../../platform/errors.ts'

/** What to do where DuckDB was left out: it is an optional dependency, because it takes 70 MB. */
export const INSTALL_DUCKDB = 'Install DuckDB next to Rollcall: npm install @duckdb/node-api.'

/**
 * Loads DuckDB on first use, because it takes 20 MB and 30 ms.
 * @throws AppError not_acceptable where it is not installed
 */
export const loadDuckDb = async (): Promise<typeof import('@duckdb/node-api')> => {
  try {
    return await import('@duckdb/node-api')
  } catch (cause) {
    const detail = `This service cannot write Parquet. Request JSON, NDJSON or CSV, or ask its operator: ${INSTALL_DUCKDB}`
    throw new AppError('not_acceptable', { detail, cause })
  }
}
