import { MAX_MAPPING_EXAMPLES, type MappingEffect } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { maybeDryRun } from '../../platform/transactions/dry-run.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { type Applied, applyMappings, MAX_GROUP_NAME } from './apply-mappings.ts'
import { changeDirectory } from './change-directory.ts'

interface Meaning {
  readonly attribute: string
  readonly groupType: string | null
}

/**
 * Changes the mappings, applies them to all users and reports the effect. A dry run does exactly the same and rolls back, so
 * that a preview cannot differ from the real change.
 */
export const applyToAll = (
  db: Db,
  consequences: DirectoryConsequences,
  orgId: string,
  meaning: Meaning,
  isDryRun: boolean,
  change: (trx: Db) => Promise<void>,
): Promise<MappingEffect> =>
  changeDirectory(db, orgId, (trx) => {
    const work = async (): Promise<MappingEffect> => {
      await change(trx)
      const applied = await applyMappings(trx, consequences, orgId)
      return { dryRun: isDryRun, ...applied, ...(await describe(trx, orgId, meaning, applied)) }
    }
    return maybeDryRun(trx, isDryRun, work)
  })

const describe = async (trx: Db, orgId: string, { attribute, groupType }: Meaning, applied: Applied) => ({
  groupsLeftEmpty: await countEmpty(trx, orgId),
  examples: groupType === null ? [] : await largestGroups(trx, orgId, attribute, groupType, applied),
})

/** Counts groups that attributes created and that have no active members. */
const countEmpty = async (trx: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from groups g
    where g.org_id = ${orgId} and g.origin = 'attribute' and g.status = 'active'
      and not exists (
        select from group_members m
        join users u on u.org_id = m.org_id and u.id = m.user_id
        where m.org_id = g.org_id and m.group_id = g.id and u.status = 'active'
      )
      and not exists (select from users u where u.org_id = g.org_id and u.primary_group_id = g.id and u.status = 'active')`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Lists the largest groups of the attribute. A group is new if it has the time of this transaction. */
const largestGroups = async (trx: Db, orgId: string, attribute: string, groupType: string, { groupsCreated }: Applied) => {
  const { rows } = await sql<MappingEffect['examples'][number]>`
    with named as materialized (
      select u.attributes ->> ${attribute} as name, count(*)::int as members
      from users u
      where u.org_id = ${orgId} and u.status = 'active'
        and char_length(u.attributes ->> ${attribute}) between 1 and ${sql.lit(MAX_GROUP_NAME)}
      group by 1
    )
    select g.name as "groupName", n.members as "memberCount",
      ${groupsCreated > 0} and g.origin = 'attribute' and g.created_at = now() as "isNew"
    from named n
    cross join lateral (
      select * from groups where org_id = ${orgId} and type = ${groupType} and name = n.name offset 0
    ) g
    order by n.members desc, g.name
    limit ${sql.lit(MAX_MAPPING_EXAMPLES)}`.execute(trx)
  return rows
}
