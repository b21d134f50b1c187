import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/index.ts'

export interface Postgres extends AsyncDisposable {
  readonly port: string
  readonly password: string
}

/** A PostgreSQL as the image `postgres` starts it for compose.yaml: with a user rollcall, who has a database of this name. */
export const startPostgres = async (): Promise<Postgres> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-image-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.ensureDatabase('rollcall')
  const { port, username, password } = new URL(postgres.url('rollcall'))
  if (username !== 'rollcall') throw new Error(`The user of the embedded PostgreSQL is ${username}.`)
  return {
    port,
    password,
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
