import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { recordConflicts } from '../providers/provider-conflicts.ts'

/** The attribute that holds the userName of the manager. If it is mapped to a group type, its groups are the reports of each manager. */
export const MANAGER = 'manager'

/** As deep as submitted hierarchies may be; more is no reporting line. */
const MAX_LEVELS = 100

/** A group of a manager's reports. */
interface Line {
  readonly id: string
  /** The userName of the manager. */
  readonly name: string
  readonly parentId: string | null
  /** The group of the manager's own manager. */
  readonly wantedId: string | null
}

/**
 * Places the reports of each manager below the reports of that manager's own manager, so that a reporting line is a tree of groups. It
 * looks at these users, or at all, and at everything above them. Managers in a circle get no line that would close it, and a conflict says
 * so. Runs under the lock of the directory; if all are in place, it writes nothing.
 */
export const nestReportingLines = async (trx: Db, orgId: string, userIds?: readonly string[]): Promise<void> => {
  const mapping = await trx
    .selectFrom('attribute_mappings')
    .select('group_type')
    .where('org_id', '=', orgId)
    .where('attribute', '=', MANAGER)
    .executeTakeFirst()
  if (!mapping?.group_type) return
  const lines = await selectLines(trx, orgId, mapping.group_type, userIds)
  const { parents, cut } = placeLines(lines)
  await saveParents(
    trx,
    orgId,
    lines.flatMap(({ id, parentId }) => (parents.get(id) === parentId ? [] : [{ id, parent_id: parents.get(id) ?? null }])),
  )
  await noteCircles(trx, orgId, cut)
}

/** Puts all groups of the type back to the top, because the attribute no longer names them. */
export const dissolveReportingLines = async (trx: Db, orgId: string, groupType: string): Promise<void> => {
  await sql`
    update groups
    set parent_id = null, updated_at = now()
    where org_id = ${orgId} and type = ${groupType} and origin = 'attribute' and parent_id is not null`.execute(trx)
}

/**
 * Reads the groups that these users have to do with, by their present and former names and their managers, and from each all that is
 * above it, now or afterwards. A group that a circle keeps at the top is above every member of that circle, so it is among them.
 */
const selectLines = async (trx: Db, orgId: string, type: string, userIds?: readonly string[]): Promise<Line[]> => {
  const names = userIds
    ? sql`
      select u.user_name as name from users u where u.org_id = ${orgId} and u.id = any (${userIds}::uuid[])
      union
      select u.attributes ->> ${MANAGER} from users u where u.org_id = ${orgId} and u.id = any (${userIds}::uuid[])
      union
      select f.user_name from former_names f where f.org_id = ${orgId} and f.user_id = any (${userIds}::uuid[])`
    : sql`select name from groups where org_id = ${orgId} and type = ${type}`
  const wanted = sql`
    left join lateral (
      select p.id
      from (select m.attributes ->> ${MANAGER} as manager from users m where m.org_id = ${orgId} and m.user_name = g.name offset 0) m
      cross join lateral (
        select id from groups where org_id = ${orgId} and type = ${type} and name = m.manager and origin = 'attribute' offset 0
      ) p
      where p.id <> g.id
    ) w on true`
  const { rows } = await sql<Line>`
    with recursive lines as (
      select g.id, g.name, g.parent_id, w.id as wanted_id
      from (${names}) n
      cross join lateral (
        select id, name, parent_id
        from groups
        where org_id = ${orgId} and type = ${type} and name = n.name and origin = 'attribute'
        offset 0
      ) g
      ${wanted}
      union
      select g.id, g.name, g.parent_id, w.id
      from lines l
      cross join lateral (
        select id, name, parent_id
        from groups
        where org_id = ${orgId} and id in (l.parent_id, l.wanted_id) and type = ${type} and origin = 'attribute'
        offset 0
      ) g
      ${wanted}
    )
    select id, name, parent_id as "parentId", wanted_id as "wantedId"
    from lines
    order by name`.execute(trx)
  return rows
}

/** Groups that are in place stay there; of the others, each gets the group that it wants unless that is below it. */
const placeLines = (lines: readonly Line[]): { parents: Map<string, string | null>; cut: Line[] } => {
  const parents = new Map<string, string | null>(
    lines.map(({ id, parentId, wantedId }) => [id, parentId === wantedId ? wantedId : null]),
  )
  const cut: Line[] = []
  for (const line of lines) {
    if (line.wantedId === null || line.wantedId === line.parentId) continue
    if (mayStandBelow(parents, line.id, line.wantedId)) parents.set(line.id, line.wantedId)
    else cut.push(line)
  }
  return { parents, cut }
}

const mayStandBelow = (parents: ReadonlyMap<string, string | null>, id: string, wantedId: string): boolean => {
  let level = 1
  for (let above: string | null = wantedId; above !== null; above = parents.get(above) ?? null) {
    if (above === id || ++level > MAX_LEVELS) return false
  }
  return true
}

const saveParents = async (trx: Db, orgId: string, changed: readonly object[]): Promise<void> => {
  if (changed.length === 0) return
  await sql`
    update groups g
    set parent_id = c.parent_id, updated_at = now()
    from json_to_recordset(${JSON.stringify(changed)}::json) as c (id uuid, parent_id uuid)
    where g.org_id = ${orgId} and g.id = c.id`.execute(trx)
}

const CIRCLE = 'The managers above this person form a circle, so their reporting line stays at the top until a manager changes.'

/** Tells the administrators of a provider; without a provider no one but the sender could change it. */
const noteCircles = async (trx: Db, orgId: string, cut: readonly Line[]): Promise<void> => {
  if (cut.length === 0) return
  const { rows } = await sql<{ providerId: string; subjectId: string }>`
    select p.provider_id as "providerId", p.user_id as "subjectId"
    from users u
    join provisioned_users p on p.org_id = u.org_id and p.user_id = u.id and p.deleted_at is null
    where u.org_id = ${orgId} and u.user_name = any (${cut.map(({ name }) => name)}::text[])`.execute(trx)
  await recordConflicts(
    trx,
    orgId,
    'provider',
    rows.map((row) => ({ ...row, detail: CIRCLE })),
  )
}
