import { setTimeout as delay } from 'node:timers/promises'

/** The time zones of buildings in tests that count days from today. */
const ZONES = ['UTC', 'Europe/Berlin']
/** Longer than a busy machine takes for what a test does with one day. */
export const WITHIN_MS = 20_000
/** The same for a whole file whose days are those of its beginning. */
export const FILE_MS = 90_000

/** How long the present day lasts where it ends first. */
export const msUntilDayEnds = (now = Temporal.Now.instant(), zones: readonly string[] = ZONES): number =>
  Math.min(
    ...zones.map((zone) => {
      const tomorrow = now.toZonedDateTimeISO(zone).startOfDay().add({ days: 1 })
      return tomorrow.epochMilliseconds - now.epochMilliseconds
    }),
  )

/** Waits until the next day where one is about to end, so that all that a test does next is done on one day. */
export const awaitSteadyDay = async (withinMs = WITHIN_MS, zones: readonly string[] = ZONES): Promise<void> => {
  const left = msUntilDayEnds(Temporal.Now.instant(), zones)
  if (left <= withinMs) await delay(left + 1)
}
