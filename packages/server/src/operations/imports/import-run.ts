import { IMPORT_KINDS, type ImportKind } from '@rollcall/contract'
import { type Command, createCommand } from '../../planning/commands/command.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from './check-users.ts'

/** Rows per statement: a few megabytes of JSON, and some hundred milliseconds between two reports of progress. */
export const CHUNK_SIZE = 5_000

export interface ImportProgress {
  /**
   * `places` are written after the users, who may be assigned to them; `weekPlans` after the day plans, because days that have none
   * of their own follow them.
   */
  section: 'validate' | 'locations' | 'groups' | 'users' | 'places' | 'dayPlans' | 'weekPlans' | 'bookings' | 'events'
  /** The number of rows of the section that are done. */
  done: number
  total: number
}

export interface Change {
  created: number
  updated: number
  unchanged: number
  /** Memberships, week plan days and invitations deleted; bookings canceled because of what the file says. */
  removed?: number
}

export type Changes = Record<ImportKind, Change>

export const emptyChanges = (): Changes =>
  Object.fromEntries(IMPORT_KINDS.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0 }])) as Changes

/** One import in progress, within its transaction. */
export interface ImportRun {
  readonly db: Db
  readonly orgId: string
  /** The whole import is one command in the log of user actions. */
  readonly command: Command & { readonly cancellations: { bookings: number } }
  readonly changes: Changes
  /** Names of the first new ones, by kind. */
  readonly createdNames: Partial<Record<ImportKind, string[]>>
  /** The first ids of sources that users got. */
  readonly identities: Identity[]
  /** The kinds whose tables were analyzed after the import had written them. */
  readonly analyzed: ImportKind[]
  /** Reports that `rows` more of the section are done; throws when the import was aborted. */
  readonly advance: (rows: number) => void
  /** Starts a section of this many rows. */
  readonly begin: (section: ImportProgress['section'], total: number) => void
}

interface RunOptions {
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export const createRun = (db: Db, orgId: string, { onProgress, signal }: RunOptions): ImportRun => {
  let current: ImportProgress = { section: 'validate', done: 0, total: 0 }
  const report = () => {
    signal?.throwIfAborted()
    onProgress?.({ ...current })
  }
  return {
    db,
    orgId,
    command: { ...createCommand({ changedBy: 'directory', userId: null }, 'import'), cancellations: { bookings: 0 } },
    changes: emptyChanges(),
    createdNames: {},
    identities: [],
    analyzed: [],
    begin: (section, total) => {
      current = { section, done: 0, total }
      report()
    },
    advance: (rows) => {
      if (rows === 0) return
      current = { ...current, done: current.done + rows }
      report()
    },
  }
}

export const inChunks = async <T>(items: readonly T[], work: (chunk: T[]) => Promise<void>, size = CHUNK_SIZE): Promise<void> => {
  for (let start = 0; start < items.length; start += size) await work(items.slice(start, start + size))
}

/** Adds to the report of one kind. Rows of `total` that were neither created nor updated are unchanged. */
export const count = (change: Change, total: number, created: number, updated: number, removed = 0): void => {
  change.created += created
  change.updated += updated
  change.unchanged += total - created - updated
  if (removed > 0) change.removed = (change.removed ?? 0) + removed
}
