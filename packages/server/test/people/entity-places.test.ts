import * as contract from '@rollcall/contract'
import { snakeCase } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityTable } from '../../src/directory/entities/entity-table.ts'
import { GROUPS } from '../../src/directory/groups/group-table.ts'
import { USERS } from '../../src/directory/people/user-table.ts'
import { LEVELS, LOCATIONS, PARKING_BAYS, PLACES, SPACES, ZONES } from '../../src/directory/places/node-tables.ts'
import { TABLES } from '../../src/operations/imports/save-entities.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

/** The places that describe an entity, and what they leave out on purpose. */
interface Places {
  readonly api: EntityTable<never>
  readonly shown: object
  readonly given: readonly object[]
  readonly imported: object
  readonly saved: { readonly columns: Readonly<Record<string, string>> }
  /** Absent where the entity has no dataset of its own. */
  readonly published?: object
  /** Columns that no answer shows. */
  readonly internal?: string
  /** Columns that the import does not write. */
  readonly notImported?: string
  /** Properties of the import file that are no column of the table, or one of another name. */
  readonly otherwiseImported?: string
  /** Fields that answers show and the dataset does not have. */
  readonly notPublished?: string
}

const { readUsers, readGroups, readLocations, readDesks, readSpaces } = contract.ENDPOINTS
const { levels: level, zones: zone, places: place, spaces: space, parkingBays: bay, locations: location } = TABLES

const entityOf = (api: EntityTable<never> | object): EntityTable<never> => api as EntityTable<never>

const ENTITIES: readonly Places[] = [
  {
    ...{ api: entityOf(USERS), shown: contract.User, given: [contract.NewUser, contract.UserChanges] },
    ...{ imported: contract.ImportUser, saved: TABLES.users, published: readUsers.response },
    ...{ internal: 'attribute_group_id attribute_location_id erased_at inactive_since inactive_times' },
    ...{ notImported: 'visibility' },
    ...{ otherwiseImported: 'primaryLocation groups weekPlan identities', notPublished: 'visibility attributes providerName' },
  },
  {
    ...{ api: entityOf(GROUPS), shown: contract.Group, given: [contract.NewGroup, contract.GroupChanges] },
    ...{ imported: contract.ImportGroup, saved: TABLES.groups, published: readGroups.response },
    ...{ otherwiseImported: 'parent', notPublished: 'origin createdAt' },
  },
  {
    ...{ api: entityOf(LOCATIONS), shown: contract.Location, given: [contract.NewLocation, contract.LocationChanges] },
    ...{ imported: contract.ImportLocation, saved: location, published: readLocations.response },
    // The calendar of a building has endpoints of its own.
    internal: 'working_days bookable_on_closed_days calendar_changed_at check_in_changed_at',
    notImported:
      'check_in_mode check_in_by workday_starts_at check_in_minutes booking_horizon_days booking_window_days administrator_window_days refresh_hour day_start_hour presence_from presence_until',
    otherwiseImported: 'levels parkingBays',
    notPublished:
      'checkInMode checkInBy workdayStartsAt checkInMinutes bookingHorizonDays bookingWindowDays administratorWindowDays refreshHour dayStartHour presenceFrom presenceUntil createdAt',
  },
  {
    ...{ api: entityOf(LEVELS), shown: contract.Level, given: [contract.NewLevel, contract.LevelChanges] },
    ...{ imported: contract.ImportLevel, saved: level, otherwiseImported: 'zones spaces' },
  },
  {
    ...{ api: entityOf(ZONES), shown: contract.Zone, given: [contract.NewZone, contract.ZoneChanges] },
    ...{ imported: contract.ImportZone, saved: zone, notImported: 'is_overflow', otherwiseImported: 'places' },
    // It is drawn on the floor plan.
    internal: 'outline',
  },
  {
    ...{ api: entityOf(PLACES), shown: contract.Place, given: [contract.NewPlace, contract.PlaceChanges] },
    ...{ imported: contract.ImportPlace, saved: place, otherwiseImported: 'assignedUser', internal: 'check_in_code rotation' },
    ...{ published: readDesks.response, notPublished: 'placeId placeName x y createdAt' },
  },
  {
    ...{ api: entityOf(SPACES), shown: contract.Space, given: [contract.NewSpace, contract.SpaceChanges] },
    ...{ imported: contract.ImportSpace, saved: space, published: readSpaces.response, notPublished: 'createdAt' },
  },
  {
    ...{ api: entityOf(PARKING_BAYS), shown: contract.ParkingBay, given: [contract.NewParkingBay, contract.ParkingBayChanges] },
    ...{ imported: bayOfFile(), saved: bay },
  },
]

function bayOfFile(): object {
  const { parkingBays } = contract.ImportLocation.properties
  return parkingBays.items
}

const fieldsOf = (schema: object): string[] => Object.keys((schema as { properties: object }).properties)
const words = (list = ''): string[] => list.split(' ').filter(Boolean)
const without = (all: readonly string[], ...known: (readonly string[])[]): string[] =>
  all.filter((name) => !known.some((names) => names.includes(name)))

const TIMES = ['createdAt', 'updatedAt']
const OF_EVERY_TABLE = ['org_id', 'created_at', 'updated_at']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())

const storedColumns = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = $1',
    [table],
  )
  return rows.map(({ name }) => name)
}

describe.each(ENTITIES.map((places) => ({ ...places, table: places.api.table })))('$table', (places) => {
  const { api, shown, given, imported, saved, published, table } = places
  const columns = Object.values<string>(api.columns as Record<string, string>)
  const tables = 'the entity table in packages/server/src/directory'

  test('every column is shown by the application API, or internal', async () => {
    const stored = without(await storedColumns(table), OF_EVERY_TABLE)
    expect(without(stored, columns, words(places.internal)), `add these to ${tables}, or to \`internal\` here`).toEqual([])
    expect(without(columns, stored), `add these to packages/server/src/platform/db/model/tables/${table}.sql`).toEqual([])
  })

  test('every field of the contract is stored or joined', () => {
    const known = [...Object.keys(api.columns), ...Object.keys(api.joined ?? {})]
    expect(without(fieldsOf(shown), known, TIMES), `add these to ${tables}`).toEqual([])
    expect(without(known, fieldsOf(shown)), 'add these to the schema of answers in packages/contract/src/api').toEqual([])
    for (const schema of given) expect(without(fieldsOf(schema), Object.keys(api.columns)), `add these to ${tables}`).toEqual([])
  })

  test('every column is written by the import, or left out on purpose', () => {
    const save = 'packages/server/src/operations/imports/save-entities.ts'
    const written = ['id', ...Object.keys(saved.columns)]
    expect(without(columns, written, words(places.notImported)), `add these to ${save}, or to \`notImported\` here`).toEqual([])
    expect(without(words(places.notImported), without(columns, written))).toEqual([])
    const given = without(fieldsOf(imported), words(places.otherwiseImported)).map(snakeCase)
    expect(without(given, written), `add these to ${save}, and to the row in the check beside it`).toEqual([])
  })

  test.each(published ? [published] : [])('every field is in the dataset, or left out on purpose', (row) => {
    const left = words(places.notPublished)
    const lacking = without(fieldsOf(shown), fieldsOf(row))
    expect(without(lacking, left), 'add these to packages/contract/src/datasets, or to `notPublished` here').toEqual([])
    expect(without(left, lacking)).toEqual([])
  })
})
