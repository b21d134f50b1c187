import type { Calendar, CalendarChanges, CalendarEffect, HolidayImport } from '@rollcall/contract'
import { MAX_CLOSED_DAYS } from '@rollcall/contract'
import { sql } from 'kysely'
import { type Change, recordChange } from '../../gate/audit/audit-log.ts'
import { readClock } from '../../platform/db/clock.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { daysBetween } from '../../platform/time/day.ts'
import { maybeDryRun } from '../../platform/transactions/dry-run.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Actor } from '../commands/command.ts'
import { releaseBookingsOfClosedDays } from '../consequences/bookings-of-closed-days.ts'
import {
  deleteHolidays,
  deletePeriod,
  type EntryCounts,
  type FileOrigin,
  type Period,
  saveClosure,
  saveFile,
  saveHoliday,
  saveOutage,
} from './calendar-entries.ts'
import { readCalendarFile } from './calendar-file.ts'
import { countMarkedDays, getCalendarSettings, listEntries, type StoredCalendar } from './calendar-store.ts'

/** The building whose calendar is changed, by whom, and whether only to report what would change. */
export interface CalendarTarget {
  readonly orgId: string
  readonly locationId: string
  readonly actor: Actor
  readonly isDryRun?: boolean
}

/** Returns the calendar of a building in a year, by default the current one there. @throws AppError entity_not_found */
export const getCalendar = async (db: Db, orgId: string, locationId: string, year?: number): Promise<Calendar> => {
  const settings = await getCalendarSettings(db, orgId, locationId)
  const shown = year ?? Number(settings.today.slice(0, 4))
  return { ...settings, year: shown, ...(await listEntries(db, orgId, locationId, shown)) }
}

type Write<T> = (trx: Db, before: StoredCalendar) => Promise<{ readonly counts: T; readonly change: Omit<Change, 'entity'> }>

/**
 * Changes a calendar and cancels what its closed days no longer allow, in one transaction. It locks the building, so that changes
 * of one calendar follow each other, and bookings wait.
 */
const changing = <T extends EntryCounts>(db: Db, target: CalendarTarget, write: Write<T>): Promise<CalendarEffect & T> => {
  const { orgId, locationId, actor, isDryRun = false } = target
  const work = async (trx: Db): Promise<CalendarEffect & T> => {
    await sql`select from locations where org_id = ${orgId} and id = ${locationId} for no key update`.execute(trx)
    const before = await getCalendarSettings(trx, orgId, locationId)
    const { counts, change } = await write(trx, before)
    const released = await releaseBookingsOfClosedDays(trx, orgId, actor, locationId)
    await recordChange(trx, orgId, { entity: { type: 'location', id: locationId, name: before.locationName }, ...change })
    const restatedDays = await countMarkedDays(trx, orgId)
    return { dryRun: isDryRun, entryId: null, added: 0, changed: 0, removed: 0, ...counts, ...released, restatedDays }
  }
  return underRules(transact(db, (trx) => maybeDryRun(trx, isDryRun, () => work(trx))))
}

/** @throws AppError entity_not_found */
export const updateCalendar = (db: Db, target: CalendarTarget, changes: CalendarChanges): Promise<CalendarEffect> =>
  changing(db, target, async (trx, { workingDays, bookableOnClosedDays }) => {
    const before = { workingDays, bookableOnClosedDays }
    const after = {
      workingDays: changes.workingDays ? [...new Set(changes.workingDays)].sort((a, b) => a - b) : workingDays,
      bookableOnClosedDays: changes.bookableOnClosedDays ?? bookableOnClosedDays,
    }
    await sql`
      update locations
      set working_days = ${after.workingDays}::smallint[], bookable_on_closed_days = ${after.bookableOnClosedDays}
      where org_id = ${target.orgId} and id = ${target.locationId}
        and (working_days, bookable_on_closed_days)
          is distinct from (${after.workingDays}::smallint[], ${after.bookableOnClosedDays})`.execute(trx)
    return { counts: {}, change: { before, after } }
  })

/** @throws AppError entity_not_found */
export const setHoliday = (
  db: Db,
  target: CalendarTarget,
  holiday: { day: string; name: string; uid?: string | null | undefined },
): Promise<CalendarEffect> =>
  changing(db, target, async (trx) => {
    const counts = await saveHoliday(trx, target.orgId, target.locationId, holiday)
    if (!counts) throw new AppError('entity_not_found', { detail: `${holiday.day} has no imported holiday with this UID.` })
    return { counts, change: { before: null, after: counts.added || counts.changed ? holiday : null } }
  })

/** @throws AppError entity_not_found */
export const removeHoliday = (db: Db, target: CalendarTarget, day: string): Promise<CalendarEffect> =>
  changing(db, target, async (trx) => {
    const names = await deleteHolidays(trx, target.orgId, target.locationId, day)
    if (names.length === 0) throw new AppError('entity_not_found', { detail: `${day} is no holiday of this building.` })
    return { counts: { removed: names.length }, change: { before: { day, name: names.join(', ') }, after: null } }
  })

/** @throws AppError entity_not_found, invalid_body if the file cannot be read */
export const importHolidays = async (
  db: Db,
  target: CalendarTarget,
  text: string,
  origin: FileOrigin = { calendarName: null },
): Promise<HolidayImport> => {
  const file = readCalendarFile(text, (await readClock(db)).getUTCFullYear())
  return changing(db, target, async (trx) => {
    const saved = await saveFile(trx, target.orgId, target.locationId, file, origin)
    const days = [...file.holidays.values()].reduce((sum, ofEvent) => sum + ofEvent.size, 0)
    const { events, ignored } = file
    return {
      counts: { ...saved, events, ignored, unchanged: days - saved.added - saved.changed },
      change: { after: { ...origin, events, ...saved } },
    }
  })
}

/** @throws AppError entity_not_found, invalid_body */
export const createClosure = (db: Db, target: CalendarTarget, closure: Period & { reason: string }): Promise<CalendarEffect> => {
  assertPeriod(closure)
  return changing(db, target, async (trx) => ({
    counts: await saveClosure(trx, target.orgId, target.locationId, closure),
    change: { before: null, after: closure },
  }))
}

type NewOutage = Parameters<typeof saveOutage>[3]

/** @throws AppError entity_not_found, invalid_body */
export const createOutage = (db: Db, target: CalendarTarget, outage: NewOutage): Promise<CalendarEffect> => {
  assertPeriod(outage)
  return changing(db, target, async (trx) => ({
    counts: await saveOutage(trx, target.orgId, target.locationId, outage),
    change: { before: null, after: outage },
  }))
}

/** Removes a closure or an outage. @throws AppError entity_not_found */
export const removePeriod = (
  db: Db,
  target: CalendarTarget,
  table: 'closures' | 'outages',
  id: string,
): Promise<CalendarEffect> =>
  changing(db, target, async (trx) => {
    const removed = await deletePeriod(trx, target.orgId, target.locationId, table, id)
    const named = table === 'closures' ? 'closure' : 'outage'
    if (!removed) throw new AppError('entity_not_found', { detail: `This building has no ${named} with this id.` })
    const { days, ...before } = removed
    return { counts: { removed: days }, change: { before, after: null } }
  })

/** @throws AppError invalid_body */
const assertPeriod = ({ firstDay, lastDay }: Period): void => {
  const message =
    lastDay < firstDay
      ? `must not be before firstDay, which is ${firstDay}`
      : daysBetween(firstDay, lastDay) > MAX_CLOSED_DAYS
        ? `must be at most ${MAX_CLOSED_DAYS} days after firstDay`
        : undefined
  if (message) throw new AppError('invalid_body', { errors: [{ pointer: '/lastDay', message, code: 'range' }] })
}
