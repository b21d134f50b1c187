/** Another running service owns the data folder; a service must never share its folder with a second one. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string, ownerPid: number | undefined) {
    const owner = ownerPid === undefined ? '' : ` (process ${ownerPid})`
    super(
      `The data folder ${dataDir} is in use by another running Rollcall${owner}. ` +
        'Stop that one first, or set ROLLCALL_DATA_DIR to another folder.',
    )
    this.name = 'DataDirInUseError'
  }
}

/** There is no included PostgreSQL for this machine. The operator has to name another one. */
export class EmbeddedPostgresUnavailableError extends Error {
  constructor(reason: string) {
    super(`${reason}. Set DATABASE_URL to a PostgreSQL 15 or newer, such as postgres://rollcall:secret@db.example/rollcall.`)
    this.name = 'EmbeddedPostgresUnavailableError'
  }
}

/** The `code` of a system or PostgreSQL error, such as `ENOENT` or `57P03`. */
export const errorCode = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export const errorMessage = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join('; ')
  return error instanceof Error ? error.message : String(error)
}
