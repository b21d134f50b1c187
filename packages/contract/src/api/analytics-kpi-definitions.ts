/** What one number of the analytics means: the same words in the documents, in the guide and on the pages. */
export interface KpiDefinition {
  /** As it is called where people read it. */
  readonly name: string
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
      'Mondays to Fridays of the period, from the first day with a published row of the locations in scope to the last day that is published for all of them. Public holidays count as workdays.',
    unit: 'days',
  },
  averageDaily: {
    name: 'Average daily attendance',
    sentence: 'How many people come on an average workday.',
    formula: 'Mean over the workdays of seen, which is the rows with attendanceType confirmed or walkIn.',
    unit: 'people',
  },
  averagePlanned: {
    name: 'Average planned attendance',
    sentence: 'How many people plan to come on an average workday.',
    formula: 'Mean over the workdays of the rows with plan o.',
    unit: 'people',
  },
  weeklyPeak: {
    name: 'Typical weekly peak',
    sentence: 'How many people come on the busiest workday of a typical week.',
    formula: 'Median over the ISO weeks of the most people seen on one of the workdays of the week.',
    unit: 'people',
  },
  weeklyLow: {
    name: 'Typical weekly low',
    sentence: 'How many people come on the quietest workday of a typical week.',
    formula: 'Median over the ISO weeks of the fewest people seen on one of the workdays of the week.',
    unit: 'people',
  },
  p90: {
    name: '90th percentile',
    sentence: 'On nine workdays of ten no more people come than this.',
    formula: '90th percentile of seen over the workdays, with linear interpolation, as percentile_cont(0.9) has it.',
    unit: 'people',
  },
  attendanceRate: {
    name: 'Attendance rate',
    sentence: 'Which share of the people in scope comes on an average workday.',
    formula: 'averageDaily / people; above 1 where guests from other buildings outnumber those who stay away.',
    unit: 'share',
  },
  seenPerPlanned: {
    name: 'Seen against planned',
    sentence: 'How many people came for each one who planned to.',
    formula: 'Seen / planned, each summed over all published days of the period; above 1 where many come without a plan.',
    unit: 'share',
  },
  noShowRate: {
    name: 'No-show rate',
    sentence: 'Which share of the people who planned to come where presence is reported did not.',
    formula: 'noShow / (confirmed + noShow), each summed over all published days of the period.',
    unit: 'share',
  },
  utilization: {
    name: 'Desk utilization',
    sentence: 'Which share of the desk days was used.',
    formula:
      'usedDeskDays / deskDays. A desk is used on a day when a row with this bookingPlaceId is confirmed, or the presence dataset has somebody at the place; a neighborhood as often as rows with this bookingZoneId are confirmed. deskDays: active desks, or the capacity of a neighborhood, times workdays of the location.',
    unit: 'share',
  },
  togetherness: {
    name: 'Togetherness',
    sentence: 'Which share of a group is in on the days on which anybody of it is.',
    formula: 'Mean of seen / members over the workdays on which anybody of the group was seen.',
    unit: 'share',
  },
  recommendedDesks: {
    name: 'Recommended desks',
    sentence: 'As many desks as nine workdays of ten need.',
    formula: 'p90 of the group, rounded up.',
    unit: 'desks',
  },
} as const satisfies Record<string, KpiDefinition>
export type KpiName = keyof typeof KPI_DEFINITIONS
