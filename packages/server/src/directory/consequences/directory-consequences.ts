import type { Db } from '../../platform/db/database.ts'

/** The author of a node change: an administrator, by name or by a key without one, or a process that rewrites the directory. */
export interface Changer {
  readonly changedBy: 'directory' | 'administrator'
  readonly userId: string | null
}

export const BY_DIRECTORY: Changer = { changedBy: 'directory', userId: null }

/** The properties of a user that planning depends on, before a change. */
export interface UserBefore {
  readonly id: string
  readonly status: string
  readonly primaryLocationId: string | null
}

const NODE_TABLES = ['locations', 'levels', 'zones', 'places', 'parking_bays'] as const

export type NodeTable = (typeof NODE_TABLES)[number]

export const isNodeTable = (table: string): table is NodeTable => (NODE_TABLES as readonly string[]).includes(table)

/** The properties of a node that planning depends on, before a change. */
export interface NodeBefore {
  readonly id: string
  readonly status: string
  /** The assigned user of a desk. */
  readonly assignedUserId: string | null
  /** The zone of a desk. */
  readonly zoneId: string | null
}

export interface NodeChange {
  readonly table: NodeTable
  readonly by: Changer
}

/**
 * The consequences for plans and bookings when users and nodes change, in the same transaction; each returns the number of canceled
 * bookings. The directory does not know planning: `planning/consequences` implements this, and every writer takes it as an argument.
 */
export interface DirectoryConsequences {
  readonly usersChanged: (trx: Db, orgId: string, before: readonly UserBefore[]) => Promise<number>
  readonly nodesChanged: (trx: Db, orgId: string, change: NodeChange, before: readonly NodeBefore[]) => Promise<number>
}
