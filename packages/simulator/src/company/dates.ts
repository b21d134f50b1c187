/** The day this many days later, YYYY-MM-DD; a negative number counts back. */
export const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
