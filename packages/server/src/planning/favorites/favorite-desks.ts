import { type FavoriteDesk, MAX_FAVORITE_DESKS } from '@rollcall/contract'
import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import { lockForTransaction } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'

interface UserDesk {
  readonly userId: string
  readonly placeId: string
}

/** Returns the active favorites of a user, by name. @throws AppError entity_not_found */
export const listFavoriteDesks = async (db: Db, orgId: string, userId: string): Promise<FavoriteDesk[]> => {
  await assertUser(db, orgId, userId)
  const { rows } = await sql<Omit<FavoriteDesk, 'createdAt'> & { createdAt: Date }>`
    select p.id as "placeId", p.name as "placeName", z.id as "zoneId", z.name as "zoneName", v.id as "levelId", v.name as "levelName",
      l.id as "locationId", l.name as "locationName", f.created_at as "createdAt"
    from favorite_desks f
    join places p on p.org_id = ${orgId} and p.id = f.place_id and p.status = 'active'
    join zones z on z.org_id = ${orgId} and z.id = p.zone_id
    join levels v on v.org_id = ${orgId} and v.id = z.level_id
    join locations l on l.org_id = ${orgId} and l.id = v.location_id
    where f.org_id = ${orgId} and f.user_id = ${userId}
    order by p.name, p.id`.execute(db)
  return rows.map(({ createdAt, ...desk }) => ({ ...desk, createdAt: createdAt.toISOString() }))
}

/**
 * Marks a desk as a favorite. Calls for the same user follow each other, so that the limit holds.
 * @throws AppError entity_not_found, place_inactive, conflict when the user has too many
 */
export const addFavoriteDesk = (db: Db, orgId: string, { userId, placeId }: UserDesk): Promise<void> =>
  transact(db, async (trx) => {
    await assertUser(trx, orgId, userId)
    if ((await statusOf(trx, orgId, placeId)) !== 'active') throw new AppError('place_inactive')
    await lockForTransaction(trx, `favorite desks of ${userId} in ${orgId}`)
    const others = await countOthers(trx, orgId, { userId, placeId })
    if (others >= MAX_FAVORITE_DESKS) {
      throw new AppError('conflict', { detail: `You have ${MAX_FAVORITE_DESKS} favorite desks already. Remove one first.` })
    }
    await sql`
      insert into favorite_desks (org_id, user_id, place_id)
      values (${orgId}, ${userId}, ${placeId})
      on conflict do nothing`.execute(trx)
  })

/** @throws AppError entity_not_found */
const statusOf = async (db: Db, orgId: string, placeId: string): Promise<string> => {
  const { rows } = await sql<{ status: string }>`
    select status from places where org_id = ${orgId} and id = ${placeId}`.execute(db)
  if (!rows[0]) throw new AppError('entity_not_found', { detail: 'There is no desk with this id.' })
  return rows[0].status
}

/** Counts inactive desks as well, because they may become active again. A favorite is never in its own way. */
const countOthers = async (db: Db, orgId: string, { userId, placeId }: UserDesk): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from favorite_desks
    where org_id = ${orgId} and user_id = ${userId} and place_id <> ${placeId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** @throws AppError entity_not_found */
export const removeFavoriteDesk = async (db: Db, orgId: string, { userId, placeId }: UserDesk): Promise<void> => {
  await assertUser(db, orgId, userId)
  await statusOf(db, orgId, placeId)
  await sql`
    delete from favorite_desks
    where org_id = ${orgId} and user_id = ${userId} and place_id = ${placeId}`.execute(db)
}
