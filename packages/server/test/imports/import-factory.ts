import type { ImportFile } from '@rollcall/contract'
import { sql } from 'kysely'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { WEEKDAYS } from '../../src/operations/imports/check-users.ts'
import { ImportRefused, importDirectory } from '../../src/operations/imports/import-service.ts'
import type { Db } from '../../src/platform/db/database.ts'

/** A small office with everything that an import can hold. For tests. */
export const officeFile = () =>
  ({
    locations: [
      {
        name: 'Berlin',
        timeZone: 'Europe/Berlin',
        address: 'Invalidenstrasse 1',
        levels: [
          {
            name: 'Level 2',
            ordinal: 2,
            zones: [
              {
                name: 'North',
                kind: 'individual',
                places: [
                  { name: 'D-1', assignedUser: 'ada' },
                  { name: 'D-2', x: 1.5, y: 2 },
                ],
              },
              { name: 'South', kind: 'neighborhood', capacity: 2 },
            ],
            spaces: [{ name: 'Curie', type: 'meeting-room', capacity: 8 }],
          },
        ],
        parkingBays: [{ name: 'P-1' }],
      },
      { name: 'Madrid', timeZone: 'Europe/Madrid' },
    ],
    groups: [
      { name: 'Engineering', type: 'department', parent: { name: 'Product', type: 'division' } },
      { name: 'Product', type: 'division' },
    ],
    users: [
      {
        userName: 'ada',
        email: 'ada@example.com',
        primaryLocation: 'Berlin',
        groups: [{ name: 'Engineering', type: 'department' }],
        attributes: { costCentre: '4711' },
        weekPlan: { monday: { plan: 'o' }, tuesday: { plan: 'o', location: 'Madrid' }, friday: { plan: 'r' } },
        identities: [{ sourceId: 'badges', sourceUserId: '1' }],
      },
      { userName: 'bob', primaryLocation: 'Madrid' },
      { userName: 'cyd' },
    ],
    dayPlans: [{ user: 'ada', day: '2024-02-29', plan: 'o', location: 'Berlin' }],
    bookings: [
      { user: 'ada', day: '2024-02-29', location: 'Berlin', level: 'Level 2', zone: 'North', place: 'D-1' },
      { user: 'bob', day: '2024-02-29', location: 'Berlin', level: 'Level 2', zone: 'South', status: 'booked' },
      { user: 'cyd', day: '2024-02-29', location: 'Madrid', status: 'cancelled' },
    ],
    events: [
      {
        name: 'All hands',
        startsAt: '2026-01-05T09:00:00+01:00',
        endsAt: '2026-01-05T10:00:00+01:00',
        location: 'Berlin',
        level: 'Level 2',
        space: 'Curie',
        organizer: 'ada',
        invitations: [{ user: 'bob', reply: 'accepted' }, { user: 'cyd' }],
      },
    ],
  }) satisfies ImportFile

/** The same plan on each weekday, so that a test does not depend on the day on which it runs. */
export const wholeWeek = (plan: string) => Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, { plan }]))

/** The day so many days after today, in UTC. */
export const dayAhead = (days: number): string => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

let organizations = 0
export const newOrganization = async (db: Db): Promise<string> => {
  organizations += 1
  return (await createOrganization(db, { name: `Organization ${organizations}` })).id
}

/** The validation errors of a file as `pointer code`. */
export const validationErrors = async (db: Db, orgId: string, file: unknown): Promise<string[]> => {
  try {
    await importDirectory(db, orgId, file)
  } catch (error) {
    if (error instanceof ImportRefused) return error.faults.map(({ pointer, code }) => `${pointer} ${code}`)
    throw error
  }
  return []
}

const TABLES = [
  'locations',
  'levels',
  'zones',
  'places',
  'spaces',
  'parking_bays',
  'groups',
  'users',
  'group_members',
  'week_plans',
  'source_identities',
  'day_plans',
  'bookings',
  'workplace_events',
  'event_invitations',
  'table_revisions',
]

/** Every row of the organization, with its timestamps: what an unchanged import may not touch. */
export const everything = async (db: Db, orgId: string): Promise<Record<string, unknown[]>> => {
  const rows = TABLES.map(async (table) => {
    const query = sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where org_id = ${orgId} order by to_jsonb(t)::text`
    return [table, (await query.execute(db)).rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}
