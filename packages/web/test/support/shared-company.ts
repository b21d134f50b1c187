import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { shareTestPostgres } from '../../../server/src/testing/global-setup.ts'
import { continueTimeline, createTestDatabase } from '../../../server/src/testing/test-database.ts'
import type { Company } from './demo.ts'
import { type DemoService, makeCompany, startService } from './demo-service.ts'

/** Services with the same company, each with a database of its own. */
export interface SharedCompany extends AsyncDisposable {
  /** Resolves when the company has been created. */
  startCopy(): Promise<DemoService>
}

const BUILDS = ['../../build.ts', '../../../guide/build.ts'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
const SIZE = { employees: 80, days: 35 }

/** Every project has a copy of this module. */
const everywhere = globalThis as { [SHARED]?: { company: SharedCompany; users: number } }
const SHARED = Symbol.for('rollcall.company-of-pages')

/** The company of all projects, which the first of them begins to make, and the last takes down. */
export const shareCompany = (): SharedCompany => {
  everywhere[SHARED] ??= { company: openCompany(), users: 0 }
  const shared = everywhere[SHARED]
  shared.users++
  return {
    startCopy: shared.company.startCopy,
    async [Symbol.asyncDispose]() {
      if (--shared.users === 0) await shared.company[Symbol.asyncDispose]()
    },
  }
}

const openCompany = (): SharedCompany => {
  const stack = new AsyncDisposableStack()
  const secretKey = randomBytes(32).toString('base64')
  const make = async (): Promise<{ readonly company: Company; readonly serverUrl: string; readonly databaseUrl: string }> => {
    // As users get it: the runner's NODE_ENV would make another React of it.
    const env = { ...process.env, NODE_ENV: 'production' }
    for (const build of BUILDS) await promisify(execFile)(process.execPath, [build], { env })
    const { url: serverUrl } = stack.use(await shareTestPostgres())
    // The databases are removed with their server.
    const { url: databaseUrl } = await createTestDatabase(serverUrl)
    await using service = await startService({ databaseUrl, secretKey })
    return { company: await makeCompany(service, SIZE), serverUrl, databaseUrl }
  }
  const made = make()
  return {
    async startCopy() {
      const { company, serverUrl, databaseUrl } = await made
      const copy = await createTestDatabase(serverUrl, new URL(databaseUrl).pathname.slice(1))
      // Otherwise the service would warn of a database that was restored.
      await continueTimeline(copy)
      await copy.pool.end()
      const { url } = copy
      const service = await startService({ databaseUrl: url, secretKey })
      return {
        baseUrl: service.baseUrl,
        databaseUrl: url,
        ...company,
        [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
