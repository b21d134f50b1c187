/** YYYY-MM-DD of any form in which the API takes a day; undefined for none. */
export const dashedDay = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : given.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/s, '$1-$2-$3')

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
export const dayName = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))
