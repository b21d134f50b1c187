import { t } from '@lingui/core/macro'
import { KPI_DEFINITIONS, type KpiDefinition, type KpiName } from '@rollcall/contract'

/**
 * The KPIs in the language of the app. In English, names and sentences are those of the API reference, whose formulas are about
 * columns of the warehouse.
 */
export const KPIS: Readonly<Record<KpiName, KpiDefinition>> = {
  people: {
    ...KPI_DEFINITIONS.people,
    name: t`People in scope`,
    sentence: t`The number of people that the figures cover.`,
    formula: t`Active people. With a building chosen, those whose primary building it is; with a group chosen, those whose primary group it is, or is below it. Counted as of now: someone who is deactivated today is missing from past periods, too.`,
  },
  workdays: {
    ...KPI_DEFINITIONS.workdays,
    name: t`Workdays`,
    sentence: t`The number of days that the averages cover.`,
    formula: t`Mondays to Fridays of the period, from the first day that is published for any of the buildings to the last day that is published for all of them. Public holidays count as workdays. Attendance is averaged over the workdays on which any of the buildings reported presence.`,
  },
  averageDaily: {
    ...KPI_DEFINITIONS.averageDaily,
    name: t`Average daily attendance`,
    sentence: t`How many people come on an average workday.`,
    formula: t`People who were seen, whether they were expected or not, on average over the workdays. With a building chosen, those who were seen in it.`,
  },
  averagePlanned: {
    ...KPI_DEFINITIONS.averagePlanned,
    name: t`Average planned attendance`,
    sentence: t`How many people plan to come on an average workday.`,
    formula: t`People with an office day, on average over the workdays. With a building chosen, those who were expected in it: where they had booked, or else where they planned to be, or else in their primary building.`,
  },
  weeklyPeak: {
    ...KPI_DEFINITIONS.weeklyPeak,
    name: t`Typical weekly peak`,
    sentence: t`How many people come on the busiest workday of a typical week.`,
    formula: t`The highest number of people seen on a workday of each week; of these numbers, the one in the middle (median).`,
  },
  weeklyLow: {
    ...KPI_DEFINITIONS.weeklyLow,
    name: t`Typical weekly low`,
    sentence: t`How many people come on the quietest workday of a typical week.`,
    formula: t`The lowest number of people seen on a workday of each week; of these numbers, the one in the middle (median).`,
  },
  p90: {
    ...KPI_DEFINITIONS.p90,
    name: t`90th percentile`,
    sentence: t`On nine out of ten workdays, no more people come than this.`,
    formula: t`90th percentile of the number of people seen on the workdays, interpolated between the two nearest days.`,
  },
  attendanceRate: {
    ...KPI_DEFINITIONS.attendanceRate,
    name: t`Attendance rate`,
    sentence: t`The share of people in scope who come on an average workday.`,
    formula: t`Average daily attendance divided by the people in scope, counting only people whose primary building reported presence that day. It is above 100 % if guests from other buildings outnumber the people who stay away. People are those active now, so the rate of a past period changes when someone joins or leaves.`,
  },
  seenPerPlanned: {
    ...KPI_DEFINITIONS.seenPerPlanned,
    name: t`Seen against planned`,
    sentence: t`The number of people who came for each person who planned to.`,
    formula: t`People seen divided by people who planned to come, on days with reported presence, each added up over all published days of the period. It is above 100 % if many people come without a plan.`,
  },
  noShowRate: {
    ...KPI_DEFINITIONS.noShowRate,
    name: t`No-show rate`,
    sentence: t`The share of people who planned to come and did not, where presence is reported.`,
    formula: t`No-shows divided by all people who were expected where presence was reported, each added up over all published days of the period. With a building chosen, a person who went to another building counts as not having come.`,
  },
  utilization: {
    ...KPI_DEFINITIONS.utilization,
    name: t`Desk utilization`,
    sentence: t`The share of the desk days that were used.`,
    formula: t`Desk days that were used divided by desk days that were measured. A desk is used on a day if the person who booked it came, or if someone was seen at it. The use of a neighborhood is the number of people who booked it and came. Measured are the desks that could be booked on the day, or the capacity of a neighborhood then, added up over the workdays on which the building reported presence.`,
  },
  togetherness: {
    ...KPI_DEFINITIONS.togetherness,
    name: t`Togetherness`,
    sentence: t`The share of the rest of the group that a member meets on a day in the office.`,
    formula: t`For each person seen on a workday, the others of the group who were seen that day; divided by all other members of the group; both added up over the workdays. Without a building chosen, people in different buildings count as meeting. Members are those active now.`,
  },
  recommendedDesks: {
    ...KPI_DEFINITIONS.recommendedDesks,
    name: t`Recommended desks`,
    sentence: t`The number of desks that is enough on nine out of ten workdays.`,
    formula: t`90th percentile of the group, rounded up.`,
  },
}
