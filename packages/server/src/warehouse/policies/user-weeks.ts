import type { PolicyWeek } from '@rollcall/contract'
import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import type { DateRange } from '../../gate/parameters/date-range.ts'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { daysAfter } from '../../platform/time/day.ts'

/**
 * Returns what was required of a person and which days counted, the last week first, as the warehouse would compute it now. Weeks
 * and months that reach into days that retention has removed are absent. The functions take literals, so that conditions reach
 * into them.
 * @throws AppError entity_not_found
 */
export const listUserPolicyWeeks = async (
  db: Db,
  orgId: string,
  userId: string,
  { firstDay, lastDay }: DateRange,
): Promise<PolicyWeek[]> => {
  await assertUser(db, orgId, userId)
  const settled = await anonymousThrough(db, orgId, 'presence')
  const known = daysAfter(settled, 7)
  const from = firstDay > known ? firstDay : known
  if (from > lastDay) return []
  const args = '$org, $firstDay::date, $lastDay::date, $moment::timestamptz, $user'
  const values = { org: orgId, user: userId, firstDay: from, lastDay, settled, moment: new Date().toISOString() }
  const days = `
    select d.week_end, d.period_first, json_agg(json_build_object(
        'day', d.day, 'workday', d.is_workday, 'excuse', d.excuse,
        'state', case
          when d.counts and d.attended then 'attended'
          when d.counts and d.expected then 'planned'
          when d.excuse is not null then 'excused'
          else 'none'
        end
      ) order by d.day) as days
    from policy_days(${args}) d
    group by d.week_end, d.period_first`
  const { rows } = await sql
    .raw<PolicyWeek>(
      bindLiterals(
        `select w.week, w.first_day_judged as "firstDay", w.last_day_judged as "lastDay", w.primary_location_id as "primaryLocationId",
           w.primary_location_name as "primaryLocationName", w.primary_group_id as "primaryGroupId",
           w.primary_group_name as "primaryGroupName", w.policy_group_id as "policyGroupId", w.policy_group_name as "policyGroupName",
           w.policy_kind as "policyKind", w.policy_days as "policyDays", w.policy_weekdays as "policyWeekdays", w.workdays,
           w.excused_days as "excusedDays", w.required, w.attended, case when w.is_over then w.result else 'open' end as result,
           w.expected, d.days
         from policy_weeks(${args}) w
         join (${days}) d on d.week_end = w.day and d.period_first = w.first_day_judged
         where w.first_day_judged > $settled::date
         order by w.day desc, w.first_day_judged desc`,
        values,
      ),
    )
    .execute(db)
  return rows
}
