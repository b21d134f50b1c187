import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { download } from './download.ts'
import type { Question, Source } from './source.ts'

/** The fields of a location that are needed to request its rows. */
export interface Place {
  readonly locationId: string
  /** UTC if the service does not report one. */
  readonly timeZone: string
}

/** Downloads to a file first, because an interrupted download is read again. */
async function* readRows<T>(source: Source, operation: Question['operation']): AsyncGenerator<T> {
  const answer = await download(source, { questions: [{ operation, query: {} }], columns: [] })
  if (!answer) return
  const { path } = answer.rows
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line) as T
  }
  await rm(path)
}

export const readPlaces = async (source: Source): Promise<Place[]> => {
  const places: Place[] = []
  for await (const { locationId, timeZone } of readRows<{ locationId: string; timeZone?: string | null }>(
    source,
    'readLocations',
  )) {
    places.push({ locationId, timeZone: timeZone || 'UTC' })
  }
  return places
}

/** In a stable order, so that the same users give the same requests. */
export const readUserIds = async (source: Source): Promise<string[]> => {
  const ids: string[] = []
  for await (const { userId } of readRows<{ userId: string }>(source, 'readUsers')) ids.push(userId)
  return ids.sort()
}
