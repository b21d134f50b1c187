import type { AttendancePolicy, GroupPolicies } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const POLICY = sql`
  select p.group_id as "groupId", g.name as "groupName", p.valid_from as "validFrom", p.kind, p.days::integer, p.weekdays
  from attendance_policies p
  join groups g on g.org_id = p.org_id and g.id = p.group_id`

export const findPolicy = async (
  db: Db,
  orgId: string,
  groupId: string,
  validFrom: string,
): Promise<AttendancePolicy | undefined> => {
  const { rows } = await sql<AttendancePolicy>`
    ${POLICY}
    where p.org_id = ${orgId} and p.group_id = ${groupId} and p.valid_from = ${validFrom}`.execute(db)
  return rows[0]
}

type StoredGroup = Omit<GroupPolicies, 'policies' | 'current' | 'inherited'> & { readonly today: string }

/** Returns all active groups with their policies, and the policy that counts today: their own, or that of the nearest group above. */
export const listPolicies = async (db: Db, orgId: string): Promise<GroupPolicies[]> => {
  const { rows: policies } = await sql<AttendancePolicy>`
    ${POLICY} where p.org_id = ${orgId} order by p.valid_from desc`.execute(db)
  const { rows: groups } = await sql<StoredGroup & { status: string }>`
    select g.id as "groupId", g.name as "groupName", g.type as "groupType", g.parent_id as "parentGroupId", g.status,
      coalesce(m.members, 0)::integer as members, coalesce(s.members, 0)::integer as "otherMembers",
      (now() at time zone o.time_zone)::date as today
    from organizations o
    join groups g on g.org_id = o.id
    left join (
      select u.primary_group_id, count(*) as members
      from users u
      where u.org_id = ${orgId} and u.status = 'active'
      group by u.primary_group_id
    ) m on m.primary_group_id = g.id
    left join (
      select gm.group_id, count(*) as members
      from group_members gm
      join users u on u.org_id = gm.org_id and u.id = gm.user_id
      where gm.org_id = ${orgId} and u.status = 'active' and u.primary_group_id is distinct from gm.group_id
      group by gm.group_id
    ) s on s.group_id = g.id
    where o.id = ${orgId}
    order by g.type, g.name, g.id`.execute(db)
  const own = Map.groupBy(policies, ({ groupId }) => groupId)
  const byId = new Map(groups.map((group) => [group.groupId, group]))
  const current = (groupId: string, today: string, seen = new Set<string>()): AttendancePolicy | null => {
    const policy = own.get(groupId)?.find(({ validFrom }) => validFrom <= today)
    const parentId = byId.get(groupId)?.parentGroupId
    if (policy || !parentId || seen.has(parentId)) return policy ?? null
    return current(parentId, today, seen.add(parentId))
  }
  return groups
    .filter(({ status }) => status === 'active')
    .map(({ today, status: _, ...group }) => {
      const now = current(group.groupId, today)
      const inherited = now !== null && now.groupId !== group.groupId
      return { ...group, policies: own.get(group.groupId) ?? [], current: now, inherited }
    })
}
