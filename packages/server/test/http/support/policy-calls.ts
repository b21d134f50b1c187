import type { Caller, GoodCalls } from './good-calls.ts'

const FROM = '2026-01-05'

const policy = ({ service, orgId, ids }: Caller) =>
  service.database.pool.query(
    `insert into attendance_policies (org_id, group_id, valid_from, kind, days)
     values ($1, $2, $3, 'daysPerWeek', 2)
     on conflict do nothing`,
    [orgId, ids.product, FROM],
  )

/** Makes a person with a policy and a recorded day, so that weeks have rows. Repeating it changes nothing. */
const judge = async (caller: Caller) => {
  const { service, orgId, ids } = caller
  const { pool } = service.database
  await policy(caller)
  await pool.query(
    'update users set primary_group_id = $3 where org_id = $1 and id = $2 and primary_group_id is distinct from $3',
    [orgId, ids.ada, ids.product],
  )
  await pool.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, 'r', 'day-plan', 'directory', gen_random_uuid())
     on conflict do nothing`,
    [orgId, ids.ada, FROM],
  )
}

/** Attendance policies. */
export const POLICIES: GoodCalls = {
  bodies: { setPolicy: () => ({ kind: 'daysPerWeek', days: 3 }) },
  pathValues: { 'setPolicy.day': () => FROM, 'removePolicy.day': () => FROM },
  queries: {
    getPolicyFigures: { from: FROM, to: '2026-01-30' },
    listUserPolicyWeeks: { from: FROM, to: '2026-01-30' },
    readPolicyWeeks: { startDate: FROM, endDate: '2026-01-30' },
  },
  preparations: { removePolicy: policy, readPolicyWeeks: judge, getPolicyFigures: judge, listUserPolicyWeeks: judge },
}
