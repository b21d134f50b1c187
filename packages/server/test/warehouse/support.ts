import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { AttendanceRow, PresenceRow, SegmentDataset } from '@rollcall/contract'
import { basic, type TestOrganization } from '../../src/testing/test-service.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import type { Bench, Office } from '../attendance/support.ts'
import { type Answer, send } from '../http/support/send.ts'

/** Long after all days of a test. */
export const LATER = new Date('2030-12-01T12:00:00Z')

export type Dataset = 'user-booking-attendance' | 'presence'

/** Reads datasets of an organization as the key of its warehouse. */
export const openReader = (bench: Bench, { keys }: Pick<TestOrganization, 'keys'>) => {
  const read = (
    dataset: SegmentDataset,
    query: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<Answer> => {
    const path = `/v1/analytics/${dataset}/basic?${query}`
    return send(bench.service.baseUrl, { method, path, headers: { ...basic(keys['data-warehouse']), ...headers } })
  }
  const attendance = async (query: string) => (await read('user-booking-attendance', query)).json<AttendanceRow[]>()
  const presence = async (query: string) => (await read('presence', query)).json<PresenceRow[]>()
  return { read, attendance, presence }
}

/** The body as it was before its content encoding. */
export const decoded = ({ headers, body }: Answer): string => {
  const decode = { gzip: gunzipSync, zstd: zstdDecompressSync }[headers['content-encoding'] ?? '']
  return (decode ? decode(body) : body).toString()
}

/** Publishes what is over at a moment, of these locations or of all. */
export const publish = (
  { pool, orgId }: Pick<Office, 'pool' | 'orgId'>,
  { moment = LATER, ...scope }: { readonly moment?: Date; readonly locationIds?: readonly string[] } = {},
) => runRefresh({ pool }, orgId, { moment, ...scope })

/** Sorts rows, so that answers with the same rows compare equal. */
export const inOrder = <T extends object>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** A place of a streamed answer, as the shares give it. */
export const placeOf = ({ isWanted }: { readonly isWanted: boolean }) => {
  const place = { isDropped: false, isLeft: false }
  return Object.assign(place, {
    isWanted: () => isWanted,
    givesWay: () => false,
    inTurn: <T>(prepare: () => Promise<T>) => prepare(),
    dropped: () => {
      place.isDropped = true
    },
    leave: () => {
      place.isLeft = true
    },
  })
}
