import type { Db } from '../../platform/db/database.ts'

/** As whom nodes change: an administrator, by name or by a key without one, or what rewrites the directory. */
export interface Changer {
  readonly changedBy: 'directory' | 'administrator'
  readonly userId: string | null
}

export const BY_DIRECTORY: Changer = { changedBy: 'directory', userId: null }

/** What planning follows of a user, as it was before a change. */
export interface UserBefore {
  readonly id: string
  readonly status: string
  readonly primaryLocationId: string | null
}

const NODE_TABLES = ['locations', 'levels', 'zones', 'places', 'parking_bays'] as const

export type NodeTable = (typeof NODE_TABLES)[number]

export const isNodeTable = (table: string): table is NodeTable => (NODE_TABLES as readonly string[]).includes(table)

/** What planning follows of a node, as it was before a change. */
export interface NodeBefore {
  readonly id: string
  readonly status: string
  /** Of a desk. */
  readonly assignedUserId: string | null
}

export interface NodeChange {
  readonly table: NodeTable
  readonly by: Changer
}

/**
 * What follows for plans and bookings when users and nodes change, in the same transaction. The directory does not know planning:
 * `planning/consequences` implements this, and every writer takes it as an argument. Both answer how many bookings fell.
 */
export interface DirectoryConsequences {
  readonly usersChanged: (trx: Db, orgId: string, before: readonly UserBefore[]) => Promise<number>
  readonly nodesChanged: (trx: Db, orgId: string, change: NodeChange, before: readonly NodeBefore[]) => Promise<number>
}
