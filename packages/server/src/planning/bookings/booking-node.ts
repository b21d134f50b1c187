import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/errors.ts'

/** What to book: a desk, a place in a zone, or a place in a location; exactly one of them. */
export type NodeChoice = { readonly placeId: string } | { readonly zoneId: string } | { readonly locationId: string }

export interface BookedNode {
  readonly locationId: string
  readonly zoneId: string | null
  readonly placeId: string | null
}

interface FoundNode extends BookedNode {
  readonly kind: 'neighborhood' | 'individual' | null
}

const invalid = (detail: string) => new AppError('invalid_request', { detail })

/**
 * Returns the node with the nodes that contained it on the day: a desk may have moved since.
 * @throws AppError entity_not_found; invalid_request if the zone is not booked that way
 */
export const getNode = async (db: Db, orgId: string, choice: NodeChoice, day: string): Promise<BookedNode> => {
  const { placeId, zoneId, locationId } = choice as { placeId?: string; zoneId?: string; locationId?: string }
  if ([placeId, zoneId, locationId].filter((id) => id !== undefined).length !== 1) {
    throw invalid('Name exactly one of placeId, zoneId and locationId.')
  }
  const node = await findNode(db, orgId, { placeId, zoneId, locationId }, day)
  if (!node)
    throw new AppError('entity_not_found', {
      detail: `There is no ${placeId ? 'desk' : zoneId ? 'zone' : 'location'} with this id.`,
    })
  if (node.placeId && node.kind !== 'individual')
    throw invalid('Desks of a neighborhood are not booked one by one: book the zone.')
  if (!node.placeId && node.zoneId && node.kind !== 'neighborhood')
    throw invalid('This zone is booked by desk: book one of its desks.')
  return { locationId: node.locationId, zoneId: node.zoneId, placeId: node.placeId }
}

const findNode = async (
  db: Db,
  orgId: string,
  { placeId = null, zoneId = null, locationId = null }: { [key in keyof BookedNode]: string | null | undefined },
  day: string,
): Promise<FoundNode | undefined> => {
  if (locationId) {
    const { rows } = await sql<FoundNode>`
      select id as "locationId", null as "zoneId", null as "placeId", null as kind
      from locations
      where org_id = ${orgId} and id = ${locationId}`.execute(db)
    return rows[0]
  }
  const [found] = await executePrepared(
    db,
    'node of a desk or zone',
    sql<FoundNode>`
      select v.location_id as "locationId", z.id as "zoneId", ${placeId}::uuid as "placeId", z.kind
      from zones z
      join levels v on v.org_id = z.org_id and v.id = z.level_id
      where z.org_id = ${orgId} and z.id = coalesce(
        ${zoneId}::uuid,
        (
          select f.zone_id
          from former_desk_zones f
          where f.org_id = ${orgId} and f.place_id = ${placeId}::uuid and f.since <= ${day}::date and ${day}::date < f.before
        ),
        (select p.zone_id from places p where p.org_id = ${orgId} and p.id = ${placeId}::uuid)
      )`,
  )
  return found
}
