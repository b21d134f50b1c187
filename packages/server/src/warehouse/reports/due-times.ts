import type { Subscription } from '@rollcall/contract'

type Rhythm = Pick<Subscription, 'frequency' | 'day' | 'time'>

const isDueOn = ({ frequency, day }: Rhythm, date: Temporal.PlainDate): boolean =>
  frequency === 'weekly' ? date.dayOfWeek === day : date.day === day

/** When a report is due next after a moment. A local time that the clock skips is an hour later, one that it repeats is the first. */
export const nextDue = (rhythm: Rhythm, timeZone: string, after: Date): Date => {
  let date = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  for (;;) {
    if (isDueOn(rhythm, date)) {
      const due = date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(rhythm.time) })
      if (due.epochMilliseconds > after.getTime()) return new Date(due.epochMilliseconds)
    }
    date = date.add({ days: 1 })
  }
}

/** The last time that it was due up to now, and the next: after a pause only one report is made. */
export const dueAround = (rhythm: Rhythm, timeZone: string, due: Date, now: Date): { last: Date; next: Date } => {
  let [last, next] = [due, nextDue(rhythm, timeZone, due)]
  while (next <= now) [last, next] = [next, nextDue(rhythm, timeZone, next)]
  return { last, next }
}

export const localDate = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
