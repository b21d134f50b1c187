import type { PersonalTable } from './personal-table.ts'

/** Reasons written by the service contain no personal data; those written by people or about absences may. */
const MACHINE_REASON = `t.changed_by in ('auto-booking', 'presence', 'directory', 'auto-release') and t.reason !~* $own`

/** A reason concerns the person whose day it is, and may mention other people. */
const REASONS = {
  erases: `(t.user_id = $user and t.reason is not null and not (${MACHINE_REASON}) or t.reason ~* $mentioned)`,
  erase: { reason: 'null' },
}
const CHANGED = 'user_id changed_by_user_id'
const CONCERNS = '(t.user_id = $user or t.changed_by_user_id = $user)'

/** The tables of plans, bookings, their log, and derived data. */
export const DAY_TABLES: Readonly<Record<string, PersonalTable>> = {
  user_actions: {
    rows: CONCERNS,
    erases: `${REASONS.erases} and t.action <> 'erased'`,
    erase: REASONS.erase,
    refers: CHANGED,
    others: 'org_id recorded_on action_no recorded_at action_id day action changed_by before after is_anonymous',
  },
  day_plans: {
    rows: CONCERNS,
    ...REASONS,
    refers: CHANGED,
    others: 'org_id day plan location_id updated_at origin changed_by command_id before_late_time_off',
  },
  week_plans: {
    rows: CONCERNS,
    ...REASONS,
    refers: CHANGED,
    others: 'org_id weekday plan location_id changed_by command_id updated_at',
  },
  bookings: {
    rows: CONCERNS,
    ...REASONS,
    refers: CHANGED,
    others:
      'org_id id day status location_id zone_id place_id created_at updated_at changed_by command_id checked_in_at release_at',
  },
  parking_bookings: {
    rows: CONCERNS,
    refers: CHANGED,
    others: 'org_id id day location_id bay_id status created_at updated_at changed_by',
  },
  time_off_events: {
    rows: 't.user_id = $user',
    erase: 'delete',
    others: 'org_id event_id event_type user_id start_date end_date time_off_type received_at',
  },
  day_removals: { rows: 't.user_id = $user', refers: 'user_id', others: 'org_id day removed_at' },
  desk_sightings: {
    rows: 't.user_id = $user',
    erase: 'delete',
    others: 'org_id user_id day occurred_at place_id',
  },
  favorite_desks: { rows: 't.user_id = $user', erase: 'delete', others: 'org_id user_id place_id created_at' },
  person_months: {
    rows: 't.user_id = $user',
    refers: 'user_id',
    others: 'org_id month planned seen no_show involved',
  },
  segments: {
    others: 'org_id dataset day location_id revision position reason published_at row_count sha256',
  },
  segment_chunks: {
    copies: 'size crc32 deflated zstandard',
    others: 'org_id dataset day location_id chunk_no row_count',
  },
}
