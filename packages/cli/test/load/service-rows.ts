import type { RollcallClient } from '../../../client/src/index.ts'
import { DAILY, DIRECTORY, type LoadedDataset } from '../../../loader/src/datasets/datasets.ts'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { dayIn } from '../../../server/test/parking/support.ts'
import { windowsOf } from '../../../server/test/use-cases/support.ts'
import type { DayRange } from '../../../simulator/src/index.ts'
import { type Row, rowsByTable } from './rows.ts'

type Read = (query?: Record<string, string>) => AsyncIterable<Row>

/** A load without a last day ends with the last day that is over in every building. */
export const lastDayOver = async (client: RollcallClient): Promise<string> => {
  const locations = await Array.fromAsync(client.readLocations())
  return locations.map(({ timeZone }) => dayIn(-1, timeZone)).sort()[0] as string
}

/** Waits for the next day where one is about to end in a building, so that a load that follows ends with the last day of now. */
export const awaitSteadyDayThere = async (client: RollcallClient): Promise<void> => {
  const locations = await Array.fromAsync(client.readLocations())
  await awaitSteadyDay(FILE_MS, [...new Set(locations.map(({ timeZone }) => timeZone))])
}

/**
 * All rows of the service for these days, read with the client, in the form of `rowsByTable`. The calendar has rows for days on which
 * nothing happened, so that it is read to the last day that a load has.
 */
export const readService = async (
  client: RollcallClient,
  range: DayRange,
  lastLoadedDay = range.toDay,
): Promise<Map<string, Row[]>> => {
  const userIds = (await Array.fromAsync(client.readUsers())).map(({ userId }) => userId).join(',')
  const read = async (dataset: LoadedDataset): Promise<Row[]> => {
    const rows = client[dataset.operation] as unknown as Read
    if (dataset.kind === 'directory') return Array.fromAsync(rows())
    const of: Record<string, string> = dataset.operation === 'readUserChangeLog' ? { userIds } : {}
    const toDay = dataset.operation === 'readCalendar' ? lastLoadedDay : range.toDay
    const all = await Promise.all(windowsOf({ ...range, toDay }).map((days) => Array.fromAsync(rows({ ...days, ...of }))))
    return all.flat()
  }
  return rowsByTable([...DIRECTORY, ...DAILY], read)
}
