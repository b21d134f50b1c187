/** The years for which calendars are shown; the address of a page needs no more of the calendar. */
export const YEARS = { first: 2000, last: 2100 } as const
