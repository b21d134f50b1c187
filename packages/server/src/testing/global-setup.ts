import { rm } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { makePartitionsAhead } from '../intake/ingest/partitions.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openRunFolders } from './run-folders.ts'
import { makeScratchFolder } from './scratch-folder.ts'

/** The name of the migrated database that each test file clones. */
export const TEMPLATE = 'rollcall_template'
/** The same with the partitions that every service makes at its start, where they would take longer than all else. */
export const SERVICE_TEMPLATE = 'rollcall_service_template'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string
  }
}

/** Names a server to test on, for machines without an embedded one, such as Windows. Its databases of former runs are replaced. */
const TEST_SERVER = 'ROLLCALL_TEST_POSTGRES'

const databaseUrl = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Creates the templates on a server, instead of those of a former run. */
export const createTemplates = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const replace = async (name: string, from: string) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${from}`)
  }
  const change = async (name: string, work: (db: Db) => Promise<unknown>) => {
    const template = openDatabase({ url: databaseUrl(url, name), poolSize: 2 })
    await work(template.db)
    await template[Symbol.asyncDispose]()
  }
  await replace(TEMPLATE, `template0 encoding 'utf8'`)
  await change(TEMPLATE, migrate)
  await replace(SERVICE_TEMPLATE, TEMPLATE)
  await change(SERVICE_TEMPLATE, makePartitionsAhead)
  await client.end()
}

const useTestServer = async (url: string): Promise<AsyncDisposable & { readonly url: string }> => {
  await createTemplates(url)
  return { url, async [Symbol.asyncDispose]() {} }
}

/** Hashes the password only once instead of thousands of times, as tests open thousands of connections. */
const weakenPassword = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set scram_iterations = 1')
  const { user, password } = client
  await client.query(`alter role ${client.escapeIdentifier(user ?? '')} password ${client.escapeLiteral(password ?? '')}`)
  await client.end()
}

/** Starts a PostgreSQL with the template in a temporary folder, which is removed afterwards. */
export const startTestPostgres = async (): Promise<AsyncDisposable & { readonly url: string }> => {
  const given = process.env[TEST_SERVER]
  if (given) return await useTestServer(given)
  const dataDir = await makeScratchFolder('rollcall-test-')
  // Nothing here has to survive a crash of the machine.
  const settings = { max_connections: '300', fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  await weakenPassword(postgres.url('postgres'))
  await createTemplates(postgres.url('postgres'))
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
