import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../platform/replace-file.ts'

/** The databases in an embedded cluster: that of the service, and that of the demo. */
export const DATABASE_NAME = 'rollcall'
export const DEMO_DATABASE_NAME = 'rollcall_demo'

/** The data that a service writes about itself while it uses a data folder; it remains if the service is killed. */
export interface Instance {
  readonly database: string
  readonly baseUrl: string
}

const fileOf = (dataDir: string): string => join(dataDir, 'instance.json')

/** Writes the file from which commands learn the database and the address of the running service. */
export const writeInstanceFile = (dataDir: string, instance: Instance): Promise<void> =>
  replaceFile(fileOf(dataDir), `${JSON.stringify({ pid: process.pid, ...instance })}\n`)

export const removeInstanceFile = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })

/** Returns undefined when no service runs on the folder. */
export const findInstance = (dataDir: string): Instance | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Instance
  } catch {
    return undefined
  }
}
