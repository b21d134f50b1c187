/** What one number of the analytics means: the same words in the documents, in the guide and on the pages. */
export interface KpiDefinition {
  /** As it is called where people read it. */
  readonly name: string
  /** Which question it answers, by building: who came here, or who was expected here (domain §13). */
  readonly answers?: 'who came' | 'who was expected' | 'both'
  /** What it tells, in one sentence. */
  readonly sentence: string
  /** How it is computed, from the columns of the warehouse. */
  readonly formula: string
  readonly unit: 'people' | 'days' | 'share' | 'desks'
}

/** Each KPI by the name of its property. */
export const KPI_DEFINITIONS = {
  people: {
    name: 'People in scope',
    sentence: 'How many people the figures are about.',
    formula:
      'Active users; with locationIds those whose primary location is one of them, with groupIds those whose primary group is one of them or below one.',
    unit: 'people',
  },
  workdays: {
    name: 'Workdays',
    sentence: 'How many days the averages are made of.',
    formula:
      'Mondays to Fridays of the period, from the first day with a published row of the locations in scope to the last day that is published for all of them. Public holidays count as workdays. Who came is averaged over those on which any of the locations reported presence.',
    unit: 'days',
  },
  averageDaily: {
    name: 'Average daily attendance',
    answers: 'who came',
    sentence: 'How many people come on an average workday.',
    formula:
      'Mean over the workdays of seen, which is the rows with attendanceType confirmed or walkIn; with locationIds those with this attendanceLocationId.',
    unit: 'people',
  },
  averagePlanned: {
    name: 'Average planned attendance',
    answers: 'who was expected',
    sentence: 'How many people plan to come on an average workday.',
    formula:
      'Mean over the workdays of the rows with plan o; with locationIds those whose booking is there, else whose plan names it, else whose primary location it is.',
    unit: 'people',
  },
  weeklyPeak: {
    name: 'Typical weekly peak',
    answers: 'who came',
    sentence: 'How many people come on the busiest workday of a typical week.',
    formula: 'Median over the ISO weeks of the most people seen on one of the workdays of the week.',
    unit: 'people',
  },
  weeklyLow: {
    name: 'Typical weekly low',
    answers: 'who came',
    sentence: 'How many people come on the quietest workday of a typical week.',
    formula: 'Median over the ISO weeks of the fewest people seen on one of the workdays of the week.',
    unit: 'people',
  },
  p90: {
    name: '90th percentile',
    answers: 'who came',
    sentence: 'On nine workdays of ten no more people come than this.',
    formula: '90th percentile of seen over the workdays, with linear interpolation, as percentile_cont(0.9) has it.',
    unit: 'people',
  },
  attendanceRate: {
    name: 'Attendance rate',
    answers: 'who came',
    sentence: 'Which share of the people in scope comes on an average workday.',
    formula:
      'averageDaily / people, of whom those count whose primary location reported presence that day; above 1 where guests from other buildings outnumber those who stay away.',
    unit: 'share',
  },
  seenPerPlanned: {
    name: 'Seen against planned',
    answers: 'both',
    sentence: 'How many people came for each one who planned to.',
    formula:
      'Seen / planned where presence was reported, each summed over all published days of the period; above 1 where many come without a plan.',
    unit: 'share',
  },
  noShowRate: {
    name: 'No-show rate',
    answers: 'who was expected',
    sentence: 'Which share of the people who planned to come where presence is reported did not.',
    formula:
      'noShow / (confirmed + noShow), each summed over all published days of the period; with locationIds people who came to another building did not come to this one.',
    unit: 'share',
  },
  utilization: {
    name: 'Desk utilization',
    sentence: 'Which share of the desk days was used.',
    formula:
      'usedDeskDays / measuredDeskDays. A desk is used on a day when a row with this bookingPlaceId is confirmed, or the presence dataset has somebody at the place; a neighborhood as often as rows with this bookingZoneId are confirmed. measuredDeskDays: active desks, or the capacity of a neighborhood, times workdays on which the location reported presence.',
    unit: 'share',
  },
  togetherness: {
    name: 'Togetherness',
    answers: 'who came',
    sentence: 'Which share of the rest of the group a member meets on a day on which they come.',
    formula:
      'Sum of seen × (seen − 1) / sum of seen × (members − 1), over the workdays. People in different buildings count as meeting unless locationIds are given.',
    unit: 'share',
  },
  recommendedDesks: {
    name: 'Recommended desks',
    answers: 'who came',
    sentence: 'As many desks as nine workdays of ten need.',
    formula: 'p90 of the group, rounded up.',
    unit: 'desks',
  },
} as const satisfies Record<string, KpiDefinition>
export type KpiName = keyof typeof KPI_DEFINITIONS
