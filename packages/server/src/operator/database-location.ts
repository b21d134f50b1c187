import { mkdir } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import { type Config, ConfigError } from '../platform/config.ts'
import { assertUsable } from './reachable.ts'

export interface DatabaseLocation extends AsyncDisposable {
  readonly url: string
}

/** Creates the data folder where it is missing. Only its owner may read it. */
export const ensureDataDir = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((cause) => {
    throw new ConfigError(
      `The data folder ${dataDir} cannot be made: ${cause.message}. Set ROLLCALL_DATA_DIR to another folder.`,
      { cause },
    )
  })
}

/** Returns the database of the configuration: that of DATABASE_URL, else an embedded PostgreSQL that is started here. */
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
