import type { RollcallClient } from '@rollcall/client'
import type { Directory } from '../drive/directory.ts'
import type { PlainService } from './service.ts'

type Row<K extends 'readLocations' | 'readDesks' | 'readSpaces' | 'readUsers'> =
  ReturnType<RollcallClient[K]> extends AsyncIterable<infer R> ? R : never

const key = (...names: string[]) => JSON.stringify(names)

/** The directory of a plain service, without HTTP between. */
export const directoryOf = ({ rows }: PlainService): Directory => {
  const desks = rows.desks as Row<'readDesks'>[]
  const spaces = rows.spaces as Row<'readSpaces'>[]
  return {
    nodes: {
      location: new Map((rows.locations as Row<'readLocations'>[]).map((row) => [key(row.locationName), row.locationId])),
      level: new Map([...desks, ...spaces].map((row) => [key(row.locationName, row.levelName), row.levelId])),
      zone: new Map(desks.map((row) => [key(row.locationName, row.levelName, row.zoneName), row.zoneId])),
      place: new Map(desks.map((row) => [key(row.locationName, row.levelName, row.zoneName, row.deskName), row.deskId])),
      space: new Map(spaces.map((row) => [key(row.locationName, row.levelName, row.spaceName), row.spaceId])),
    },
    users: new Map((rows.users as Row<'readUsers'>[]).map((row) => [row.userName, row.userId])),
  }
}
