import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role, UserRole } from '@rollcall/contract'
import { replaceFile } from '@rollcall/server/basics'
import type { SimulationOptions } from '@rollcall/simulator'

export interface DemoAccount {
  role: UserRole
  /** Absent in files of earlier versions. */
  userId?: string
  userName: string
  password: string
}

/** The state of the demo between starts, also read by programs that use it: `.rollcall/demo.json`, mode 0600. */
export interface DemoFile {
  baseUrl: string
  organizationId: string
  keys: Record<Role, { id: string; secret: string }>
  simulation: SimulationOptions
  /** Accounts; absent until the company is imported. */
  accounts?: DemoAccount[]
  /** Last day with imported plans; absent until the company is imported. The service itself plans later days. */
  plannedUntil?: string
  /** Last day whose events have all been sent; absent until the history is complete. */
  historyUntil?: string
}

export const demoFilePath = (dataDir: string): string => join(dataDir, 'demo.json')

export const readDemoFile = async (dataDir: string): Promise<DemoFile | undefined> => {
  try {
    return JSON.parse(await readFile(demoFilePath(dataDir), 'utf8')) as DemoFile
  } catch {
    // If missing or damaged, the demo creates new keys; nothing of value is lost.
    return undefined
  }
}

export const writeDemoFile = (dataDir: string, content: DemoFile): Promise<void> =>
  replaceFile(demoFilePath(dataDir), `${JSON.stringify(content, null, 2)}\n`)
