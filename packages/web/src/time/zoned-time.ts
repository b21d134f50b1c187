const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** What the clock of a time zone shows at an instant, as if it were UTC. */
const clockOf = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const [year, month, day, hour, minute, second] = PARTS.map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  ) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** When the clock of a time zone shows this: one of the two times where it goes back, an hour later where it skips the hour. */
export const instantOf = (day: string, time: string, timeZone: string): string => {
  const wanted = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  let instant = wanted
  // The offset there is not known before the instant is: the second step corrects the first next to a change of the clock.
  for (let step = 0; step < 2; step += 1) instant += wanted - clockOf(instant, timeZone)
  return new Date(instant).toISOString()
}

/** Local day and time, HH:MM, of an instant. */
export const localOf = (instant: string, timeZone: string): { day: string; time: string } => {
  const text = new Date(clockOf(Math.floor(Date.parse(instant) / 1000) * 1000, timeZone)).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

/** 14:00. */
export const timeOf = (instant: string, timeZone: string): string => localOf(instant, timeZone).time

/** CET, or GMT+5:30 where a zone has no letters of its own. */
export const zoneName = (timeZone: string, at: string | Date = new Date()): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
