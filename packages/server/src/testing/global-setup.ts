import { rm } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openRunFolders } from './run-folders.ts'
import { makeScratchFolder } from './scratch-folder.ts'

/** The name of the migrated database that each test file clones. */
export const TEMPLATE = 'rollcall_template'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string
  }
}

/** Starts a PostgreSQL with the template in a temporary folder, which is removed afterwards. */
export const startTestPostgres = async (): Promise<AsyncDisposable & { readonly url: string }> => {
  const dataDir = await makeScratchFolder('rollcall-test-')
  // Nothing here has to survive a crash of the machine.
  const settings = { max_connections: '300', fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  await postgres.ensureDatabase(TEMPLATE)
  const template = openDatabase({ url: postgres.url(TEMPLATE), poolSize: 2 })
  await migrate(template.db)
  await template[Symbol.asyncDispose]()
  return {
    url: postgres.url('postgres'),
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Shared {
  readonly starting: ReturnType<typeof startTestPostgres>
  users: number
}
const SHARED = Symbol.for('rollcall.postgres-of-tests')
/** The state is global because every project loads its own copy of this module. */
const everywhere = globalThis as { [SHARED]?: Shared }

/** All projects of a run share one PostgreSQL: the first one starts it and the last one stops it. */
export const shareTestPostgres = async (): Promise<AsyncDisposable & { readonly url: string }> => {
  everywhere[SHARED] ??= { starting: startTestPostgres(), users: 0 }
  const shared = everywhere[SHARED]
  shared.users++
  const { url } = await shared.starting
  return {
    url,
    async [Symbol.asyncDispose]() {
      if (--shared.users === 0) await (await shared.starting)[Symbol.asyncDispose]()
    },
  }
}

export const setup = async (project: TestProject) => {
  await openRunFolders()
  const postgres = await shareTestPostgres()
  project.provide('databaseServerUrl', postgres.url)
  return () => postgres[Symbol.asyncDispose]()
}
