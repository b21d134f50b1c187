import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/index.ts'
import { openDatabase } from '../../packages/server/src/platform/db/database.ts'

/** A PostgreSQL as the image `postgres` starts it: with this user, who has this password and a database of the same name. */
export const startPostgres = async (user: string, password: string): Promise<AsyncDisposable & { readonly port: string }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-image-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.ensureDatabase(user)
  const { pool, [Symbol.asyncDispose]: close } = openDatabase({ url: postgres.url(user), poolSize: 1 })
  await pool.query(`create role ${user} login password '${password}'`)
  await pool.query(`alter database ${user} owner to ${user}`)
  await close()
  return {
    port: new URL(postgres.url(user)).port,
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
