/** What one analytics figure means. The API reference, the guide and the pages share these words. */
export interface KpiDefinition {
  /** Display name. */
  readonly name: string
  /** The question it answers about a building: who came here, or who was expected here (domain §13). */
  readonly answers?: 'who came' | 'who was expected' | 'both'
  /** Its meaning in one sentence. */
  readonly sentence: string
  /** How it is computed from the columns of the warehouse. */
  readonly formula: string
  readonly unit: 'people' | 'days' | 'share' | 'desks'
}

/** Each KPI by the name of its property. */
export const KPI_DEFINITIONS = {
  people: {
    name: 'People in scope',
    sentence: 'The number of people that the figures cover.',
    formula:
      'Active users; with locationIds, users with one of these primary locations; with groupIds, users whose primary group is one of these or a descendant. Counted as of now: someone who is deactivated today is missing from past periods, too.',
    unit: 'people',
  },
  workdays: {
    name: 'Workdays',
    sentence: 'The number of days that the averages cover.',
    formula:
      'Mondays to Fridays of the period, from the first day with a published row of the locations in scope to the last day published for all of them. Public holidays count as workdays. Attendance is averaged over the workdays on which any of the locations reported presence.',
    unit: 'days',
  },
  averageDaily: {
    name: 'Average daily attendance',
    answers: 'who came',
    sentence: 'How many people come on an average workday.',
    formula:
      'Mean of seen over the workdays, where seen counts the rows with attendanceType confirmed or walkIn; with locationIds, the rows with this attendanceLocationId.',
    unit: 'people',
  },
  averagePlanned: {
    name: 'Average planned attendance',
    answers: 'who was expected',
    sentence: 'How many people plan to come on an average workday.',
    formula:
      'Mean number of rows with plan o over the workdays; with locationIds, the rows whose booking, else plan, else primary location is one of these.',
    unit: 'people',
  },
  weeklyPeak: {
    name: 'Typical weekly peak',
    answers: 'who came',
    sentence: 'How many people come on the busiest workday of a typical week.',
    formula: 'Median over the ISO weeks of the highest number of people seen on a workday of the week.',
    unit: 'people',
  },
  weeklyLow: {
    name: 'Typical weekly low',
    answers: 'who came',
    sentence: 'How many people come on the quietest workday of a typical week.',
    formula: 'Median over the ISO weeks of the lowest number of people seen on a workday of the week.',
    unit: 'people',
  },
  p90: {
    name: '90th percentile',
    answers: 'who came',
    sentence: 'On nine out of ten workdays, no more people come than this.',
    formula: '90th percentile of seen over the workdays, with linear interpolation, as in percentile_cont(0.9).',
    unit: 'people',
  },
  attendanceRate: {
    name: 'Attendance rate',
    answers: 'who came',
    sentence: 'The share of people in scope who come on an average workday.',
    formula:
      'averageDaily / people, counting only people whose primary location reported presence that day; above 1 if guests from other buildings outnumber the people who stay away. People are those active now, so the rate of a past period changes when someone joins or leaves.',
    unit: 'share',
  },
  seenPerPlanned: {
    name: 'Seen against planned',
    answers: 'both',
    sentence: 'The number of people who came for each person who planned to.',
    formula:
      'Seen / planned on days with reported presence, each summed over all published days of the period; above 1 if many people come without a plan.',
    unit: 'share',
  },
  noShowRate: {
    name: 'No-show rate',
    answers: 'who was expected',
    sentence: 'The share of people who planned to come and did not, where presence is reported.',
    formula:
      'noShow / (confirmed + noShow), each summed over all published days of the period; with locationIds, a person who went to another building counts as not having come.',
    unit: 'share',
  },
  utilization: {
    name: 'Desk utilization',
    sentence: 'The share of the desk days that were used.',
    formula:
      'usedDeskDays / measuredDeskDays. A desk is used on a day if a row with this bookingPlaceId is confirmed, or the presence dataset has an event at the place. Use of a neighborhood is the number of confirmed rows with this bookingZoneId. measuredDeskDays: the desks that could be booked on the day, or the capacity of a neighborhood then, added up over the workdays on which the location reported presence.',
    unit: 'share',
  },
  togetherness: {
    name: 'Togetherness',
    answers: 'who came',
    sentence: 'The share of the rest of the group that a member meets on a day in the office.',
    formula:
      'Sum of seen × (seen − 1) / sum of seen × (members − 1), over the workdays. Without locationIds, people in different buildings count as meeting. Members are those active now.',
    unit: 'share',
  },
  recommendedDesks: {
    name: 'Recommended desks',
    answers: 'who came',
    sentence: 'The number of desks that is enough on nine out of ten workdays.',
    formula: 'p90 of the group, rounded up.',
    unit: 'desks',
  },
} as const satisfies Record<string, KpiDefinition>
export type KpiName = keyof typeof KPI_DEFINITIONS
