import { ATTENDANCE, DATED, DIRECTORY, type LoadedDataset, PUBLISHED } from '../../src/datasets/datasets.ts'
import type { Destination, Replacement, Scope } from '../../src/destinations/destination.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { createFolder, type Kind, type Rows, rowFile } from './support.ts'

const named = (name: string): LoadedDataset => {
  const found = [...DIRECTORY, ...DATED, ...PUBLISHED].find((dataset) => dataset.name === name)
  if (!found) throw new Error(`There is no dataset ${name}`)
  return found
}

export const EVENTS = named('events')
export const USERS = named('users')
export const CHANGES = named('change-log')
export const POLICY_WEEKS = named('policy-weeks')

export const segments = (...ids: [day: string, locationId: string | null][]): Scope => ({
  kind: 'segments',
  segments: ids.map(([day, locationId]) => ({ day, locationId })),
})

export const month = (locationId: string | null): Scope => ({
  ...{ kind: 'location-days', firstDay: '2026-01-01', lastDay: '2026-01-31', locationId },
})

interface More extends Partial<Replacement> {
  readonly extra?: Parameters<typeof rowFile>[2]
}

/** A copy that is opened again for each step, like by consecutive loads. */
export const createCopy = async (kind: Kind) => {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await kind.create())
  const { path: files } = stack.use(await createFolder())
  const within = async <T>(work: (destination: Destination) => Promise<T>): Promise<T> => {
    await using destination = await openDestination(place.where, kind.format && { format: kind.format })
    await destination.prepare()
    return await work(destination)
  }
  /** Replaces rows of attendance by default. */
  const replace = async (scope: Scope, rows: Rows, { extra, ...more }: More = {}): Promise<void> => {
    const file = rows.length > 0 ? { rows: await rowFile(files, rows, extra) } : {}
    await within((destination) => destination.replace({ dataset: ATTENDANCE, scope, ...file, state: [], ...more }))
  }
  const users = async (table = 'user_booking_attendance'): Promise<string[]> =>
    (await place.rows(table)).map((row) => `${row.day} ${row.booking_location_id ?? 'none'} ${row.user_id}`).sort()
  const owned = stack.move()
  return { place, files, within, replace, users, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
