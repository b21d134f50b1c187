import { addDays, mondayOf, weekdayOf, weekOf } from '../../../time/days.ts'

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]

/** The day that pages of a week open on: today, or the next Monday if no working day of this week is left. */
export const openingDay = (today: string, workingDays: readonly number[] = MONDAY_TO_FRIDAY): string =>
  weekOf(today).some((day) => day >= today && workingDays.includes(weekdayOf(day))) ? today : addDays(mondayOf(today), 7)
