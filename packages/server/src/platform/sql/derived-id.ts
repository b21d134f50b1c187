import { hash } from 'node:crypto'
import { bytesOfUuid, uuidAt } from './uuid-bytes.ts'

/**
 * Derives the id of an entity that comes without one: a version 5 UUID (RFC 9562 §5.5) in the organization's name space,
 * from the JSON array of its kind and name path, such as `["level", "Berlin", "Level 2"]`.
 */
export const derivedId = (orgId: string, path: readonly (string | null)[]): string => {
  const bytes = hash('sha1', Buffer.concat([bytesOfUuid(orgId), Buffer.from(JSON.stringify(path))]), 'buffer')
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidAt(bytes, 0)
}
