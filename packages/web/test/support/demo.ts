import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { AdministratorRole } from '@rollcall/contract'
import { inject } from 'vitest'

/** The password of every user of the demo. */
export const PASSWORD = 'correct horse battery staple'

export type Person = AdministratorRole | 'employee' | 'colleague'

/** Who is in the company, and a key to it. */
export interface Company {
  /** The userNames of one user of each role and of two employees. */
  readonly people: Readonly<Record<Person, string>>
  /** A key that may read and send everything. */
  readonly key: { readonly id: string; readonly secret: string }
  /** The first of the days that are published; the last is the day before the company was made. */
  readonly firstDay: string
}

/** The service that pages are tried on. */
export interface Demo extends Company {
  readonly baseUrl: string
  /** Where tests share the service. */
  readonly databaseUrl?: string
}

const POLL_MS = 100
const demos = new Map<string, Promise<Demo>>()

/** The service of the project, which comes up while other tests run. */
export const openDemo = (): Promise<Demo> => {
  const file = inject('demoFile')
  const demo = demos.get(file) ?? readDemo(file)
  demos.set(file, demo)
  return demo
}

const readDemo = async (file: string): Promise<Demo> => {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) {
      const { error, demo } = JSON.parse(text) as { error?: string; demo: Demo }
      if (error !== undefined) throw new Error(error)
      return demo
    }
    await setTimeout(POLL_MS)
  }
}
