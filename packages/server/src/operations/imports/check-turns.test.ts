import type { ImportFile } from '@rollcall/contract'
import { expect, test } from 'vitest'
import { turnsOf } from '../../testing/event-loop-turns.ts'
import { checkBookings } from './check-bookings.ts'
import { checkDayPlans } from './check-day-plans.ts'
import { checkEvents } from './check-events.ts'
import { checkGroups } from './check-groups.ts'
import { checkLocations } from './check-locations.ts'
import { checkUsers } from './check-users.ts'
import type { CheckContext } from './import-context.ts'
import type { Directory } from './import-directory.ts'
import { createValidationErrors } from './import-errors.ts'
import { createRegister, type Stored } from './import-register.ts'

const ROWS = 20_000

const rows = <T>(row: (index: number) => T): T[] => Array.from({ length: ROWS }, (_, index) => row(index))

const stored = (kind: string, rows: readonly Stored[] = []) => createRegister<never>(kind, rows as never[])

/** An organization of one building and one user. */
const newContext = (): CheckContext => {
  const row = { id: '22222222-2222-4222-8222-222222222222', parent: '', status: 'active' }
  const directory: Directory = {
    locations: stored('location', [{ ...row, name: 'Berlin' }]),
    levels: stored('level'),
    zones: stored('zone'),
    places: stored('place'),
    formerZones: new Map(),
    spaces: stored('space'),
    parkingBays: stored('parkingBay'),
    groups: stored('group'),
    users: stored('user', [{ ...row, name: 'ada' }]),
  }
  return { orgId: '11111111-1111-4111-8111-111111111111', directory, errors: createValidationErrors() }
}

const desks = rows((index) => ({ name: `D-${index}` }))
const event = { name: 'E', location: 'Berlin', startsAt: '2026-01-05T09:00:00Z', endsAt: '2026-01-05T10:00:00Z' }
const planOf = { user: 'ada', day: '2026-01-05' }

const SECTIONS: [string, ImportFile, (context: CheckContext, file: ImportFile) => Promise<unknown>][] = [
  [
    'desks of one zone',
    {
      locations: [
        { name: 'B', timeZone: 'UTC', levels: [{ name: 'L', zones: [{ name: 'Z', kind: 'individual', places: desks }] }] },
      ],
    },
    checkLocations,
  ],
  ['buildings', { locations: rows((index) => ({ name: `B-${index}`, timeZone: 'UTC' })) }, checkLocations],
  ['groups', { groups: rows((index) => ({ name: `g${index}`, type: 'team' })) }, checkGroups],
  ['users', { users: rows((index) => ({ userName: `u${index}` })) }, checkUsers],
  ['day plans', { dayPlans: rows(() => ({ ...planOf, plan: 'r' as const })) }, checkDayPlans],
  [
    'bookings',
    { bookings: rows(() => ({ ...planOf, location: 'Berlin' })) },
    (context, file) => checkBookings(context, file, new Map(), () => '2026-02-01'),
  ],
  ['events', { events: rows((index) => ({ ...event, name: `E${index}` })) }, checkEvents],
]

test.each(SECTIONS)('while many %s are checked, others get their turn', async (_, file, check) => {
  const context = newContext()
  expect(await turnsOf(() => check(context, file))).toBeGreaterThanOrEqual(ROWS / 1_000 - 1)
})
