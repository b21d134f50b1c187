import { randomUUID } from 'node:crypto'
import type { Caller, GoodCalls } from './good-calls.ts'

const DATE = '2040-12-25'
const entries = new Map<string, string>()

/** The closure, and the outage, that calls of an organization remove. */
const entryOf = ({ orgId }: Caller): string => {
  const id = entries.get(orgId) ?? randomUUID()
  entries.set(orgId, id)
  return id
}

const period = (table: 'closures' | 'outages', column: string, value: string) => async (caller: Caller) => {
  await caller.service.database.pool.query(
    `insert into ${table} (org_id, id, location_id, first_day, last_day, ${column})
     values ($1, $2, $3, '2040-01-05', '2040-01-05', $4)
     on conflict do nothing`,
    [caller.orgId, entryOf(caller), caller.ids.berlin, value],
  )
}

const holiday = async ({ service, orgId, ids }: Caller) => {
  await service.database.pool.query(
    `insert into holidays (org_id, location_id, day, name) values ($1, $2, $3, 'Christmas') on conflict do nothing`,
    [orgId, ids.berlin, DATE],
  )
}

const FILE = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'DTSTART;VALUE=DATE:20301225', 'SUMMARY:Christmas', 'END:VEVENT'],
  'END:VCALENDAR',
]

/** Calendars of buildings. */
export const CALENDAR: GoodCalls = {
  bodies: {
    updateCalendar: () => ({ workingDays: [1, 2, 3, 4, 5] }),
    setHoliday: () => ({ name: 'Christmas Day' }),
    importHolidays: () => ({ calendar: FILE.join('\r\n') }),
    createClosure: () => ({ firstDay: '2040-02-01', lastDay: '2040-02-03', reason: 'Move' }),
    createOutage: () => ({ firstDay: '2040-02-01', lastDay: '2040-02-03' }),
  },
  pathValues: { date: () => DATE, closureId: entryOf, outageId: entryOf },
  preparations: {
    removeHoliday: holiday,
    removeClosure: period('closures', 'reason', 'Move'),
    removeOutage: period('outages', 'status', 'accepted'),
  },
}
