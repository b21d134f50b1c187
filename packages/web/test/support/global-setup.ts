import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openRunFolders } from '../../../server/src/testing/run-folders.ts'
import { type Chromium, findChromium } from './chromium.ts'
import { shareCompany } from './shared-company.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where what tests need of the service is written as soon as it runs, or why it does not. */
    demoFile: string
    chromium: Chromium
  }
}

/** A service with a simulated company for all tests of a project's pages. Each test waits for it on its own (demo.ts). */
export const setup = async (project: TestProject) => {
  await openRunFolders()
  const company = shareCompany()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-pages-'))
  const file = join(folder, 'demo.json')
  const writeDemo = async (demo: object) => {
    await writeFile(`${file}.new`, JSON.stringify(demo))
    await rename(`${file}.new`, file)
  }
  const starting = company.startCopy()
  const written = starting.then(
    ({ baseUrl, databaseUrl, people, key, firstDay }) => writeDemo({ demo: { baseUrl, databaseUrl, people, key, firstDay } }),
    (error) => writeDemo({ error: String(error) }),
  )
  project.provide('demoFile', file)
  project.provide('chromium', await findChromium())
  return async () => {
    await written
    const demo = await starting.catch(() => undefined)
    await demo?.[Symbol.asyncDispose]()
    await company[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}
