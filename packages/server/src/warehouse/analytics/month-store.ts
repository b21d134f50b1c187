import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { lastOfMonth } from '../../platform/time/day.ts'
import { mergeDesks, packDesks, unpackDesks } from './desk-bits.ts'
import type { DeskBits, PersonBits } from './rollup-tally.ts'

/**
 * Sets the days of `mask` of a month to these bits, for everyone. Those whose bits are the same are passed over by a look-up: a conflict
 * would lock and log the row of each before it finds that there is nothing to change.
 */
export const replacePeople = async (
  trx: Db,
  orgId: string,
  { month, mask }: { readonly month: string; readonly mask: number },
  people: ReadonlyMap<string, PersonBits>,
): Promise<void> => {
  const column = (name: keyof PersonBits) => arrayLiteral([...people.values()].map((bits) => bits[name]))
  // Planned while the table is empty, the look-ups would read all of it for each person, while the statement fills it.
  await sql`set local enable_seqscan = off`.execute(trx)
  await sql`
    with fresh as (
      select *
      from unnest(
        ${arrayLiteral([...people.keys()])}::uuid[], ${column('planned')}::integer[], ${column('seen')}::integer[],
        ${column('noShow')}::integer[], ${column('involved')}::integer[]
      ) as f (user_id, planned, seen, no_show, involved)
    ),
    gone as (
      update person_months m
      set planned = m.planned & ~${mask}::integer, seen = m.seen & ~${mask}::integer, no_show = m.no_show & ~${mask}::integer,
        involved = m.involved & ~${mask}::integer
      where m.org_id = ${orgId} and m.month = ${month} and m.involved & ${mask}::integer <> 0
        and not exists (select from fresh f where f.user_id = m.user_id)
    )
    insert into person_months as m (org_id, month, user_id, planned, seen, no_show, involved)
    select ${orgId}, ${month}, f.user_id, f.planned, f.seen, f.no_show, f.involved
    from fresh f
    left join lateral (
      select k.planned, k.seen, k.no_show, k.involved
      from person_months k
      where k.org_id = ${orgId} and k.month = ${month} and k.user_id = f.user_id
      offset 0
    ) k on true
    where (k.planned & ${mask}::integer, k.seen & ${mask}::integer, k.no_show & ${mask}::integer, k.involved & ${mask}::integer)
      is distinct from (f.planned, f.seen, f.no_show, f.involved)
    on conflict (org_id, month, user_id) do update
    set planned = m.planned & ~${mask}::integer | excluded.planned, seen = m.seen & ~${mask}::integer | excluded.seen,
      no_show = m.no_show & ~${mask}::integer | excluded.no_show, involved = m.involved & ~${mask}::integer | excluded.involved
    where (m.planned & ${mask}::integer, m.seen & ${mask}::integer, m.no_show & ${mask}::integer, m.involved & ${mask}::integer)
      is distinct from (excluded.planned, excluded.seen, excluded.no_show, excluded.involved)
  `.execute(trx)
  await sql`set local enable_seqscan = on`.execute(trx)
}

/** A month of one location, and its days that are replaced. */
export interface DeskMonth {
  readonly locationId: string
  readonly mask: number
  readonly desks: ReadonlyMap<string, DeskBits>
}

/** Sets the days of the masks to these bits. Only the refresh writes, one at a time, so nothing is lost between read and write. */
export const replaceDesks = async (trx: Db, orgId: string, month: string, locations: readonly DeskMonth[]): Promise<void> => {
  const { rows } = await sql<{ locationId: string; desks: Buffer }>`
    select location_id as "locationId", desks
    from desk_months
    where org_id = ${orgId} and month = ${month}
      and location_id = any (${arrayLiteral(locations.map(({ locationId }) => locationId))}::uuid[])
  `.execute(trx)
  const stored = new Map(rows.map(({ locationId, desks }) => [locationId, desks]))
  for (const { locationId, mask, desks } of locations) {
    const before = stored.get(locationId) ?? Buffer.alloc(0)
    const after = packDesks(mergeDesks(unpackDesks(before), mask, desks))
    if (after.equals(before)) continue
    await (after.length === 0
      ? sql`delete from desk_months where org_id = ${orgId} and location_id = ${locationId} and month = ${month}`
      : sql`
          insert into desk_months (org_id, location_id, month, desks)
          values (${orgId}, ${locationId}, ${month}, ${after})
          on conflict (org_id, location_id, month) do update
          set desks = excluded.desks`
    ).execute(trx)
  }
}

/** Adds the days of groups in all buildings up again, of one month or of all; a row that is already correct is not written. */
export const replaceGroups = async (trx: Db, orgId: string, month?: string): Promise<void> => {
  const isDayIn = month === undefined ? sql`` : sql`and g.day between ${month} and ${lastOfMonth(month)}`
  const isMonth = month === undefined ? sql`` : sql`and m.month = ${month}`
  await sql`
    with fresh as (
      select date_trunc('month', r.day::timestamp)::date as month, r.group_id,
        string_agg(extract(day from r.day)::text, ',' order by r.day) as days,
        string_agg(r.planned::text, ',' order by r.day) as planned,
        string_agg(r.confirmed::text, ',' order by r.day) as confirmed,
        string_agg(r.walk_in::text, ',' order by r.day) as walk_in,
        string_agg(r.no_show::text, ',' order by r.day) as no_show
      from (
        select g.group_id, g.day, sum(g.planned) as planned, sum(g.confirmed) as confirmed, sum(g.walk_in) as walk_in,
          sum(g.no_show) as no_show
        from group_rollups g
        where g.org_id = ${orgId} ${isDayIn}
        group by g.group_id, g.day
      ) r
      group by 1, r.group_id
    ),
    gone as (
      delete from group_months m
      where m.org_id = ${orgId} ${isMonth}
        and not exists (select from fresh f where f.month = m.month and f.group_id = m.group_id)
    )
    insert into group_months as m (org_id, month, group_id, days, planned, confirmed, walk_in, no_show)
    select ${orgId}, f.month, f.group_id, f.days, f.planned, f.confirmed, f.walk_in, f.no_show
    from fresh f
    on conflict (org_id, month, group_id) do update
    set days = excluded.days, planned = excluded.planned, confirmed = excluded.confirmed, walk_in = excluded.walk_in,
      no_show = excluded.no_show
    where (m.days, m.planned, m.confirmed, m.walk_in, m.no_show)
      is distinct from (excluded.days, excluded.planned, excluded.confirmed, excluded.walk_in, excluded.no_show)
  `.execute(trx)
}
