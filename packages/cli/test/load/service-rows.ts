import type { RollcallClient } from '../../../client/src/index.ts'
import { DAILY, DIRECTORY, type LoadedDataset } from '../../../loader/src/datasets/datasets.ts'
import { windowsOf } from '../../../server/test/use-cases/support.ts'
import type { DayRange } from '../../../simulator/src/index.ts'
import { type Row, rowsByTable } from './rows.ts'

type Read = (query?: Record<string, string>) => AsyncIterable<Row>

/** All rows of the service for these days, read with the client, in the form of `rowsByTable`. */
export const readService = async (client: RollcallClient, range: DayRange): Promise<Map<string, Row[]>> => {
  const windows = windowsOf(range)
  const userIds = (await Array.fromAsync(client.readUsers())).map(({ userId }) => userId).join(',')
  const read = async (dataset: LoadedDataset): Promise<Row[]> => {
    const rows = client[dataset.operation] as unknown as Read
    if (dataset.kind === 'directory') return Array.fromAsync(rows())
    const of: Record<string, string> = dataset.operation === 'readUserChangeLog' ? { userIds } : {}
    const all = await Promise.all(windows.map((days) => Array.fromAsync(rows({ ...days, ...of }))))
    return all.flat()
  }
  return rowsByTable([...DIRECTORY, ...DAILY], read)
}
