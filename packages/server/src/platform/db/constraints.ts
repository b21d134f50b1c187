import type { ErrorCode } from '@rollcall/contract'
import { AppError, type FieldError, sqlState } from '../errors.ts'

/** The error code that a caller gets when a statement violates a constraint. check_bookings() and others raise some of them. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  bookings_one_per_place_and_day: 'desk_taken',
  bookings_one_per_user_and_day: 'conflict',
  bookings_zone_capacity: 'zone_full',
  bookings_node_active: 'place_inactive',
  bookings_node_path: 'invalid_request',
  bookings_user_active: 'user_inactive',
  bookings_desk_assigned: 'desk_assigned',
  bookings_not_past: 'day_in_past',
  bookings_window: 'outside_booking_window',
  bookings_office_day: 'not_an_office_day',
  bookings_time_off: 'time_off',
  bookings_closed_day: 'day_closed',
  zones_capacity_in_use: 'zone_capacity_in_use',
  zones_kind_in_use: 'zone_kind_in_use',
  parking_bookings_one_per_bay_and_day: 'bay_taken',
  parking_bookings_node_active: 'place_inactive',
  parking_bookings_node_path: 'invalid_request',
  parking_bookings_user_active: 'user_inactive',
  parking_bookings_not_past: 'day_in_past',
  parking_bookings_window: 'outside_booking_window',
  parking_bookings_time_off: 'time_off',
  parking_bookings_closed_day: 'day_closed',
  locations_org_id_name_key: 'name_taken',
  levels_org_id_location_id_name_key: 'name_taken',
  zones_org_id_level_id_name_key: 'name_taken',
  workplace_events_one_per_space: 'space_taken',
  places_org_id_zone_id_name_key: 'name_taken',
  spaces_org_id_level_id_name_key: 'name_taken',
  parking_bays_org_id_location_id_name_key: 'name_taken',
  users_org_id_user_name_key: 'name_taken',
  users_erased: 'user_erased',
  groups_org_id_type_name_key: 'name_taken',
  identity_providers_org_id_label_key: 'name_taken',
  organizations_name_key: 'name_taken',
  user_accounts_no_sample: 'conflict',
  saved_views_org_id_user_id_page_name_key: 'name_taken',
}

/** Violated only if a desk moved between the statement that read its zone and the one that books it there. */
const OVERTAKEN = 'bookings_node_path'

/** Returns whether the transaction read what another one has changed since: it succeeds, or is refused rightly, when it reads again. */
export const isOvertaken = (error: unknown): boolean => (error as { constraint?: unknown } | null)?.constraint === OVERTAKEN

/** The detail of these constraints is written for callers, as in the function check_event_space(). */
const WITH_DETAIL = new Set(['workplace_events_one_per_space', 'user_accounts_no_sample'])

/** Some constraints compare several fields of one body; each names the field to report. */
const FIELD_ERRORS: Readonly<Record<string, FieldError>> = {
  zones_check: { pointer: '/capacity', message: 'is required for a neighborhood', code: 'required' },
  locations_check: { pointer: '/presenceUntil', message: 'must not be before presenceFrom', code: 'range' },
  places_building: { pointer: '/zoneId', message: 'must be a zone of the same building', code: 'other_building' },
  groups_check: { pointer: '/parentGroupId', message: 'must not be the group itself', code: 'group_cycle' },
}

const FOREIGN_KEY_VIOLATION = '23503'
/** PostgreSQL names our foreign keys by their columns. */
const FOREIGN_KEY = /_org_id_(\w+)_id_fkey$/

/** Names the field with the unknown reference, from the column of the foreign key: `assigned_user_id` is assignedUserId. */
const unknownReference = (error: unknown, constraint: string): AppError | undefined => {
  const [, column] = FOREIGN_KEY.exec(constraint) ?? []
  if (sqlState(error) !== FOREIGN_KEY_VIOLATION || column === undefined) return undefined
  const field = column === 'parent' ? 'parentGroup' : column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new AppError('entity_not_found', { detail: `${field}Id names nothing that is known.`, cause: error })
}

/** Converts the error of a violated constraint to the error for callers, and returns any other error unchanged. */
export const asAppError = (error: unknown): unknown => {
  const { constraint, detail } = (error ?? {}) as { constraint?: unknown; detail?: unknown }
  if (typeof constraint !== 'string') return error
  const code = Object.hasOwn(CODES, constraint) ? CODES[constraint] : undefined
  const callerDetail = WITH_DETAIL.has(constraint) && typeof detail === 'string' ? { detail } : {}
  if (code) return new AppError(code, { ...callerDetail, cause: error })
  const fieldError = Object.hasOwn(FIELD_ERRORS, constraint) ? FIELD_ERRORS[constraint] : undefined
  if (fieldError) return new AppError('invalid_body', { errors: [fieldError], cause: error })
  return unknownReference(error, constraint) ?? error
}

/** Waits for the work, and converts errors of violated constraints to errors for callers. */
export const underRules = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw asAppError(error)
  }
}
