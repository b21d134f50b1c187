import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Database of the service, and of the demo beside it, in an embedded cluster. */
export const DATABASE_NAME = 'rollcall'
export const DEMO_DATABASE_NAME = 'rollcall_demo'

/** What the service that runs on a data folder, or ran last and was killed, says of itself. */
export interface Instance {
  readonly database: string
  readonly baseUrl: string
}

const fileOf = (dataDir: string): string => join(dataDir, 'instance.json')

/** Tells commands which database and address the service that runs on this folder uses. */
export const writeInstanceFile = (dataDir: string, instance: Instance): Promise<void> =>
  writeFile(fileOf(dataDir), `${JSON.stringify({ pid: process.pid, ...instance })}\n`, { mode: 0o600 })

export const removeInstanceFile = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })

/** Undefined when no service runs on the folder. */
export const findInstance = (dataDir: string): Instance | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Instance
  } catch {
    return undefined
  }
}
