import type { AttendancePolicy, SetPolicy } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, type FieldError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { findPolicy } from './policy-store.ts'

type NewPolicy = SetPolicy & Pick<AttendancePolicy, 'groupId' | 'validFrom'>

/** Sets what a group expects from a day on. @throws AppError entity_not_found, invalid_body */
export const setPolicy = (db: Db, orgId: string, policy: NewPolicy): Promise<AttendancePolicy> =>
  transact(db, async (trx) => {
    const { groupId, validFrom, kind } = policy
    const { days, weekdays } = readRule(policy)
    const groupName = await lockGroup(trx, orgId, groupId)
    const before = await findPolicy(trx, orgId, groupId, validFrom)
    await sql`
      insert into attendance_policies as p (org_id, group_id, valid_from, kind, days, weekdays)
      values (${orgId}, ${groupId}, ${validFrom}, ${kind}, ${days}, ${weekdays}::smallint[])
      on conflict (org_id, group_id, valid_from) do update
      set kind = excluded.kind, days = excluded.days, weekdays = excluded.weekdays, updated_at = clock_timestamp()
      where (p.kind, p.days, p.weekdays) is distinct from (excluded.kind, excluded.days, excluded.weekdays)`.execute(trx)
    const after = { groupId, groupName, validFrom, kind, days, weekdays }
    await recordChange(trx, orgId, { entity: { type: 'group', id: groupId, name: groupName }, ...shown(before, after) })
    return after
  })

/** Removes a policy as if it had never been. @throws AppError entity_not_found */
export const removePolicy = (db: Db, orgId: string, groupId: string, validFrom: string): Promise<void> =>
  transact(db, async (trx) => {
    const groupName = await lockGroup(trx, orgId, groupId)
    const before = await findPolicy(trx, orgId, groupId, validFrom)
    if (!before) throw new AppError('entity_not_found', { detail: `This group has no policy from ${validFrom} on.` })
    await sql`
      delete from attendance_policies where org_id = ${orgId} and group_id = ${groupId} and valid_from = ${validFrom}`.execute(
      trx,
    )
    await recordChange(trx, orgId, { entity: { type: 'group', id: groupId, name: groupName }, ...shown(before, undefined) })
  })

const shown = (before: AttendancePolicy | undefined, after: AttendancePolicy | undefined) => ({
  before: before ? ruleOf(before) : null,
  after: after ? ruleOf(after) : null,
})

const ruleOf = ({ validFrom, kind, days, weekdays }: AttendancePolicy) => ({ validFrom, kind, days, weekdays })

/** Checks that a rule has what its kind needs, and nothing else. @throws AppError invalid_body */
const readRule = ({ kind, days, weekdays }: SetPolicy): { days: number | null; weekdays: number[] | null } => {
  const isCount = kind === 'daysPerWeek' || kind === 'daysPerMonth'
  const errors: FieldError[] = []
  const check = (pointer: string, isNeeded: boolean, value: unknown) => {
    const isGiven = value !== undefined && value !== null
    if (isGiven === isNeeded) return
    errors.push({ pointer, message: isNeeded ? `is required with ${kind}` : `must be absent with ${kind}`, code: 'rule' })
  }
  check('/days', isCount, days)
  check('/weekdays', kind === 'weekdays', weekdays)
  if (kind === 'daysPerWeek' && (days ?? 0) > 7) errors.push({ pointer: '/days', message: 'must be at most 7', code: 'range' })
  if (errors.length > 0) throw new AppError('invalid_body', { errors })
  return { days: days ?? null, weekdays: weekdays ? [...new Set(weekdays)].toSorted((a, b) => a - b) : null }
}

/** Locks the group, so that changes of its policies follow each other, and returns its name. */
const lockGroup = async (trx: Db, orgId: string, groupId: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select name from groups where org_id = ${orgId} and id = ${groupId} for no key update`.execute(trx)
  if (!rows[0]) throw new AppError('entity_not_found', { detail: 'There is no such group.' })
  return rows[0].name
}
