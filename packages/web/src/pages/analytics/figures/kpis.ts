import { t } from '@lingui/core/macro'
import { KPI_DEFINITIONS, type KpiDefinition, type KpiName } from '@rollcall/contract'

/** The KPIs in the language of the app. In English, the words are those of the API reference. */
export const KPIS: Readonly<Record<KpiName, KpiDefinition>> = {
  people: {
    ...KPI_DEFINITIONS.people,
    name: t`People in scope`,
    sentence: t`The number of people that the figures cover.`,
    formula: t`Active users; with locationIds, users with one of these primary locations; with groupIds, users whose primary group is one of these or a descendant. Counted as of now: someone who is deactivated today is missing from past periods, too.`,
  },
  workdays: {
    ...KPI_DEFINITIONS.workdays,
    name: t`Workdays`,
    sentence: t`The number of days that the averages cover.`,
    formula: t`Mondays to Fridays of the period, from the first day with a published row of the locations in scope to the last day published for all of them. Public holidays count as workdays. Attendance is averaged over the workdays on which any of the locations reported presence.`,
  },
  averageDaily: {
    ...KPI_DEFINITIONS.averageDaily,
    name: t`Average daily attendance`,
    sentence: t`How many people come on an average workday.`,
    formula: t`Mean of seen over the workdays, where seen counts the rows with attendanceType confirmed or walkIn; with locationIds, the rows with this attendanceLocationId.`,
  },
  averagePlanned: {
    ...KPI_DEFINITIONS.averagePlanned,
    name: t`Average planned attendance`,
    sentence: t`How many people plan to come on an average workday.`,
    formula: t`Mean number of rows with plan o over the workdays; with locationIds, the rows whose booking, else plan, else primary location is one of these.`,
  },
  weeklyPeak: {
    ...KPI_DEFINITIONS.weeklyPeak,
    name: t`Typical weekly peak`,
    sentence: t`How many people come on the busiest workday of a typical week.`,
    formula: t`Median over the ISO weeks of the highest number of people seen on a workday of the week.`,
  },
  weeklyLow: {
    ...KPI_DEFINITIONS.weeklyLow,
    name: t`Typical weekly low`,
    sentence: t`How many people come on the quietest workday of a typical week.`,
    formula: t`Median over the ISO weeks of the lowest number of people seen on a workday of the week.`,
  },
  p90: {
    ...KPI_DEFINITIONS.p90,
    name: t`90th percentile`,
    sentence: t`On nine out of ten workdays, no more people come than this.`,
    formula: t`90th percentile of seen over the workdays, with linear interpolation, as in percentile_cont(0.9).`,
  },
  attendanceRate: {
    ...KPI_DEFINITIONS.attendanceRate,
    name: t`Attendance rate`,
    sentence: t`The share of people in scope who come on an average workday.`,
    formula: t`averageDaily / people, counting only people whose primary location reported presence that day; above 1 if guests from other buildings outnumber the people who stay away. People are those active now, so the rate of a past period changes when someone joins or leaves.`,
  },
  seenPerPlanned: {
    ...KPI_DEFINITIONS.seenPerPlanned,
    name: t`Seen against planned`,
    sentence: t`The number of people who came for each person who planned to.`,
    formula: t`Seen / planned on days with reported presence, each summed over all published days of the period; above 1 if many people come without a plan.`,
  },
  noShowRate: {
    ...KPI_DEFINITIONS.noShowRate,
    name: t`No-show rate`,
    sentence: t`The share of people who planned to come and did not, where presence is reported.`,
    formula: t`noShow / (confirmed + noShow), each summed over all published days of the period; with locationIds, a person who went to another building counts as not having come.`,
  },
  utilization: {
    ...KPI_DEFINITIONS.utilization,
    name: t`Desk utilization`,
    sentence: t`The share of the desk days that were used.`,
    formula: t`usedDeskDays / measuredDeskDays. A desk is used on a day if a row with this bookingPlaceId is confirmed, or the presence dataset has an event at the place. Use of a neighborhood is the number of confirmed rows with this bookingZoneId. measuredDeskDays: the desks that could be booked on the day, or the capacity of a neighborhood then, added up over the workdays on which the location reported presence.`,
  },
  togetherness: {
    ...KPI_DEFINITIONS.togetherness,
    name: t`Togetherness`,
    sentence: t`The share of the rest of the group that a member meets on a day in the office.`,
    formula: t`Sum of seen × (seen − 1) / sum of seen × (members − 1), over the workdays. Without locationIds, people in different buildings count as meeting. Members are those active now.`,
  },
  recommendedDesks: {
    ...KPI_DEFINITIONS.recommendedDesks,
    name: t`Recommended desks`,
    sentence: t`The number of desks that is enough on nine out of ten workdays.`,
    formula: t`p90 of the group, rounded up.`,
  },
}
