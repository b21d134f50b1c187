import { type SavedView, type Subscription, type UserRole, VIEW_PAGE_PATHS, VIEW_PAGES } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Principal } from '../../gate/access/principal.ts'
import type { Db } from '../../platform/db/database.ts'

/** The pages that one of these roles may open. */
export const pagesOf = (roles: readonly UserRole[]): string[] =>
  VIEW_PAGE_PATHS.filter((page) => (VIEW_PAGES[page] as readonly UserRole[]).some((role) => roles.includes(role)))

interface ViewRow extends Omit<SavedView, 'createdAt' | 'updatedAt' | 'subscription'>, Partial<Subscription> {
  readonly nextAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The views that the caller sees, by name; with an id, only that one. */
export const listViews = async (
  db: Db,
  { orgId, userId, roles }: Pick<Principal, 'orgId' | 'userId' | 'roles'>,
  viewId?: string,
): Promise<SavedView[]> => {
  const { rows } = await sql<ViewRow>`
    select v.id as "viewId", v.name, v.page, v.search, v.shared_with as "sharedWith",
      coalesce(v.user_id = ${userId}, false) as "isOwn",
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.user_name) as "ownerName",
      d.view_id is not null as "isDefault", s.frequency, s.day::integer, s.time_of_day as time, s.by_mail as "byMail",
      s.next_at as "nextAt", v.version, v.created_at as "createdAt", v.updated_at as "updatedAt"
    from saved_views v
    join users u on u.org_id = ${orgId} and u.id = v.user_id
    left join default_views d on d.org_id = ${orgId} and d.user_id = ${userId} and d.page = v.page and d.view_id = v.id
    left join view_subscriptions s on s.org_id = ${orgId} and s.user_id = ${userId} and s.view_id = v.id
    where v.org_id = ${orgId} and v.page = any (${pagesOf(roles)}::text[])
      and (v.user_id = ${userId} or (v.shared_with <> '{}' and v.shared_with && ${[...roles]}::text[]))
      and (${viewId ?? null}::uuid is null or v.id = ${viewId ?? null})
    order by v.name, v.id`.execute(db)
  return rows.map(({ createdAt, updatedAt, frequency, day, time, byMail, nextAt, ...view }) => ({
    ...view,
    subscription: nextAt && ({ frequency, day, time, byMail, nextAt: nextAt.toISOString() } as SavedView['subscription']),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }))
}

/** The number of views that the person owns, and of those that are shared in the organization. */
export const countViews = async (db: Db, orgId: string, userId: string): Promise<{ own: number; shared: number }> => {
  const { rows } = await sql<{ own: number; shared: number }>`
    select (select count(*)::integer from saved_views where org_id = ${orgId} and user_id = ${userId}) as own,
      (select count(*)::integer from saved_views where org_id = ${orgId} and shared_with <> '{}') as shared`.execute(db)
  return rows[0] ?? { own: 0, shared: 0 }
}

/** The owner of a view, or undefined; the view is locked. */
export const lockOwner = async (trx: Db, orgId: string, viewId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from saved_views where org_id = ${orgId} and id = ${viewId} for update`.execute(trx)
  return rows[0]?.userId
}

type Stored = Pick<SavedView, 'name' | 'page' | 'search'> & { readonly sharedWith: readonly string[] }

export const insertView = async (trx: Db, orgId: string, userId: string, viewId: string, view: Stored): Promise<void> => {
  await sql`
    insert into saved_views (org_id, id, user_id, name, page, search, shared_with)
    values (${orgId}, ${viewId}, ${userId}, ${view.name}, ${view.page}, ${view.search}, ${[...view.sharedWith]}::text[])`.execute(
    trx,
  )
}

export const saveView = async (trx: Db, orgId: string, viewId: string, view: Stored): Promise<void> => {
  await sql`
    update saved_views
    set name = ${view.name}, search = ${view.search}, shared_with = ${[...view.sharedWith]}::text[], version = version + 1,
      updated_at = greatest(clock_timestamp(), updated_at)
    where org_id = ${orgId} and id = ${viewId}`.execute(trx)
}

export const deleteView = async (trx: Db, orgId: string, viewId: string): Promise<void> => {
  await sql`delete from saved_views where org_id = ${orgId} and id = ${viewId}`.execute(trx)
}

export const setDefault = async (trx: Db, orgId: string, userId: string, page: string, viewId: string): Promise<void> => {
  await sql`
    insert into default_views (org_id, user_id, page, view_id)
    values (${orgId}, ${userId}, ${page}, ${viewId})
    on conflict (org_id, user_id, page) do update set view_id = excluded.view_id`.execute(trx)
}

export const clearDefault = async (trx: Db, orgId: string, userId: string, viewId: string): Promise<void> => {
  await sql`delete from default_views where org_id = ${orgId} and user_id = ${userId} and view_id = ${viewId}`.execute(trx)
}
