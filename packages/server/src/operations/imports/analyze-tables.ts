import type { ImportKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Changes } from './import-run.ts'

/** Below this the existing statistics suffice until autovacuum runs. */
const MANY_ROWS = 10_000

const TABLES: Readonly<Record<ImportKind, readonly string[]>> = {
  locations: ['locations'],
  levels: ['levels'],
  zones: ['zones'],
  places: ['places'],
  spaces: ['spaces'],
  parkingBays: ['parking_bays'],
  groups: ['groups'],
  users: ['users'],
  memberships: ['group_members'],
  // These change the plans and bookings of days.
  weekPlans: ['week_plans', 'day_plans'],
  identities: ['source_identities'],
  dayPlans: ['day_plans'],
  bookings: ['bookings', 'day_plans', 'zone_days'],
  events: ['workplace_events'],
  invitations: ['event_invitations'],
}

const written = ({ created, updated, removed = 0 }: Changes[ImportKind]): number => created + updated + removed

/**
 * Refreshes PostgreSQL's statistics after a large import: tables that were empty before would otherwise be planned as empty in
 * the first night. It runs after the commit, so its failure does not fail the import; autovacuum does the same later.
 */
export const analyzeWritten = async (db: Db, changes: Changes): Promise<void> => {
  const kinds = (Object.keys(TABLES) as ImportKind[]).filter((kind) => written(changes[kind]) > 0)
  if (kinds.reduce((sum, kind) => sum + written(changes[kind]), 0) < MANY_ROWS) return
  const tables = [...new Set(kinds.flatMap((kind) => TABLES[kind]))]
  await sql`analyze (skip_locked) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db).catch(() => undefined)
}
