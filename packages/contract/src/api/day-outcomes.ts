/** What a person had on a day, by the property that counts such days. */
export const DAY_OUTCOMES = ['plannedOrSeen', 'planned', 'seen', 'noShow'] as const
export type DayOutcome = (typeof DAY_OUTCOMES)[number]
