import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Database of the service, and of the demo beside it, in an embedded cluster. */
export const DATABASE_NAME = 'rollcall'
export const DEMO_DATABASE_NAME = 'rollcall_demo'

const fileOf = (dataDir: string): string => join(dataDir, 'instance.json')

/** Tells the operator commands which database the service that runs on this folder uses. */
export const writeInstanceFile = (dataDir: string, database: string): Promise<void> =>
  writeFile(fileOf(dataDir), `${JSON.stringify({ pid: process.pid, database })}\n`, { mode: 0o600 })

export const removeInstanceFile = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })

/** Database of the service that runs here, or ran last and was killed; the usual one otherwise. */
export const instanceDatabase = (dataDir: string): string => {
  try {
    const { database } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as { database?: unknown }
    return typeof database === 'string' ? database : DATABASE_NAME
  } catch {
    return DATABASE_NAME
  }
}
