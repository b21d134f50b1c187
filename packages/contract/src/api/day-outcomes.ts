/** What a person had on a day, by the property that counts such days. */
export const DAY_OUTCOMES = ['plannedOrSeen', 'planned', 'seen', 'noShow'] as const
export type DayOutcome = (typeof DAY_OUTCOMES)[number]

/** What only the rows of a day tell, by the property of the attendance figures that counts it. */
export const ROW_OUTCOMES = ['confirmed', 'unconfirmed', 'walkIn'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]
export const PEOPLE_OUTCOMES = [...DAY_OUTCOMES, ...ROW_OUTCOMES] as const
export type PeopleOutcome = DayOutcome | RowOutcome

/** What the filters of people by building and group are about: whom they belong to, or where their days are counted. */
export const PEOPLE_BY = ['primary', 'attendance'] as const
export type PeopleBy = (typeof PEOPLE_BY)[number]
/** Maximum number of days of figures of people by attendance, whose rows are read one by one. */
export const MAX_PEOPLE_BY_ATTENDANCE_DAYS = 31
