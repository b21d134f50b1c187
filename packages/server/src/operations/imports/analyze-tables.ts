import type { ImportKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Changes, ImportRun } from './import-run.ts'

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

/** From this number on, a look-up by the wrong index is worse than counting the rows again. */
const SOME_ROWS = 1_000

/**
 * Refreshes the statistics of these kinds within the import, which looks up each of its new users several times: without statistics
 * PostgreSQL takes any index of the organization for the key, and reads all users for each. Until the import ends, this keeps
 * others from analyzing the tables, but not from reading or writing.
 */
export const analyzeNewRows = async ({ db, changes, analyzed }: ImportRun, kinds: readonly ImportKind[]): Promise<void> => {
  if (kinds.reduce((sum, kind) => sum + written(changes[kind]), 0) < SOME_ROWS) return
  await analyze(db, kinds)
  for (const kind of kinds) analyzed.push(kind)
}

const analyze = async (db: Db, kinds: readonly ImportKind[]): Promise<void> => {
  const tables = [...new Set(kinds.flatMap((kind) => TABLES[kind]))]
  await sql`analyze (skip_locked) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}

/**
 * Refreshes PostgreSQL's statistics after a large import: tables that were empty before would otherwise be planned as empty in
 * the first night. It runs after the commit, so its failure does not fail the import; autovacuum does the same later.
 * @param analyzed the kinds that were analyzed within the import
 */
export const analyzeWritten = async (db: Db, changes: Changes, analyzed: readonly ImportKind[]): Promise<void> => {
  const kinds = (Object.keys(TABLES) as ImportKind[]).filter((kind) => written(changes[kind]) > 0 && !analyzed.includes(kind))
  if (kinds.reduce((sum, kind) => sum + written(changes[kind]), 0) < MANY_ROWS) return
  await analyze(db, kinds).catch(() => undefined)
}
