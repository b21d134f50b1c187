import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './chromium.ts'
import type { Demo } from './demo.ts'
import { startDemoService } from './demo-service.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    demo: Demo
    chromium: Chromium
  }
}

const BUILD = fileURLToPath(new URL('../../build.ts', import.meta.url))

/** The web app as it is built, and one service with a simulated company for all tests of pages. */
export const setup = async (project: TestProject) => {
  // As users get it: the runner's NODE_ENV would make another React of it.
  await promisify(execFile)(process.execPath, [BUILD], { env: { ...process.env, NODE_ENV: 'production' } })
  const demo = await startDemoService({ employees: 80, days: 35 })
  const { baseUrl, people, key } = demo
  project.provide('demo', { baseUrl, people, key })
  project.provide('chromium', await findChromium())
  return () => demo[Symbol.asyncDispose]()
}
