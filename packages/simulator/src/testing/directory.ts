import type { RollcallClient } from '@rollcall/client'
import { type Directory, pathKey as key } from '../drive/directory.ts'
import type { PlainService } from './service.ts'

type Row<K extends 'readLocations' | 'readDesks' | 'readSpaces' | 'readUsers'> =
  ReturnType<RollcallClient[K]> extends AsyncIterable<infer R> ? R : never

/** The directory of a plain service, read without HTTP. */
export const directoryOf = ({ rows }: PlainService): Directory => {
  const desks = rows.desks as Row<'readDesks'>[]
  const users = rows.users as Row<'readUsers'>[]
  const spaces = rows.spaces as Row<'readSpaces'>[]
  return {
    nodes: {
      location: new Map((rows.locations as Row<'readLocations'>[]).map((row) => [key(row.locationName), row.locationId])),
      level: new Map([...desks, ...spaces].map((row) => [key(row.locationName, row.levelName), row.levelId])),
      zone: new Map(desks.map((row) => [key(row.locationName, row.levelName, row.zoneName), row.zoneId])),
      place: new Map(desks.map((row) => [key(row.locationName, row.levelName, row.zoneName, row.deskName), row.deskId])),
      space: new Map(spaces.map((row) => [key(row.locationName, row.levelName, row.spaceName), row.spaceId])),
    },
    users: new Map(users.map((row) => [row.userName, row.userId])),
    active: new Map(users.map(({ userId, userName, email }) => [userId, { userName, email }])),
  }
}
