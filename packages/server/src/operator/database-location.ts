import { mkdir } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import { type Config, ConfigError } from '../platform/config.ts'
import { assertUsable } from './reachable.ts'

export interface DatabaseLocation extends AsyncDisposable {
  readonly url: string
}

/** Creates the data folder if it is missing, readable by its owner only. */
export const ensureDataDir = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((cause) => {
    throw new ConfigError(
      `The data folder ${dataDir} cannot be made: ${cause.message}. Set ROLLCALL_DATA_DIR to another folder.`,
      { cause },
    )
  })
}

/** Returns the configured database: the one of DATABASE_URL, or an embedded PostgreSQL, which this starts. */
export const startDatabase = async ({ databaseUrl, dataDir }: Config, name: string): Promise<DatabaseLocation> => {
  await ensureDataDir(dataDir)
  if (databaseUrl) {
    await assertUsable(databaseUrl)
    return { url: databaseUrl, async [Symbol.asyncDispose]() {} }
  }
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startEmbeddedPostgres({ dataDir }))
  await postgres.ensureDatabase(name)
  const running = stack.move()
  return { url: postgres.url(name), [Symbol.asyncDispose]: () => running.disposeAsync() }
}
