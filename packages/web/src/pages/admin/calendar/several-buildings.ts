import { t } from '@lingui/core/macro'
import type { CalendarEffect, HolidayImport } from '@rollcall/contract'
import type { Building } from '../../../workplace/me.tsx'
import { readAgain } from './effect.ts'

type Named = Pick<Building, 'locationId' | 'locationName'>

/**
 * Makes the same change in each building, one after the other; those after one that fails are changed all the same.
 * @throws the error of the first building, which is that of the entry itself, or an Error that says where it was not possible
 */
export const inEachBuilding = async <T>(
  buildings: readonly Named[],
  { isDryRun }: { isDryRun: boolean },
  change: (locationId: string) => Promise<T>,
): Promise<T[]> => {
  const answers: T[] = []
  const failed: string[] = []
  for (const [index, { locationId, locationName }] of buildings.entries()) {
    try {
      answers.push(await change(locationId))
    } catch (error) {
      if (index === 0) throw error
      failed.push(`${locationName} (${error instanceof Error ? error.message : String(error)})`)
    }
  }
  if (failed.length === 0) return answers
  const [places, done, all] = [failed.join(', '), answers.length, buildings.length]
  if (isDryRun) throw new Error(t`This is not possible in ${places}. Nothing was changed.`)
  await readAgain()
  throw new Error(t`Done in ${done} of ${all} buildings, but not in ${places}. You can try again: what is done stays as it is.`)
}

type Counts = 'added' | 'changed' | 'removed' | 'bookingCount' | 'userCount' | 'restatedDays' | 'unchanged'

const sum = <E extends CalendarEffect>(effects: readonly E[], name: Extract<keyof E, Counts>): number =>
  effects.reduce((all, effect) => all + Number(effect[name]), 0)

/** What the same change does to all of the buildings. */
export const effectOfAll = (effects: readonly CalendarEffect[]): CalendarEffect => ({
  dryRun: effects[0]?.dryRun ?? false,
  entryId: null,
  added: sum(effects, 'added'),
  changed: sum(effects, 'changed'),
  removed: sum(effects, 'removed'),
  bookingCount: sum(effects, 'bookingCount'),
  userCount: sum(effects, 'userCount'),
  restatedDays: sum(effects, 'restatedDays'),
})

/** What the same file does to all of the buildings. Its entries are the same for each. */
export const importOfAll = (outcomes: readonly HolidayImport[]): HolidayImport => ({
  ...effectOfAll(outcomes),
  unchanged: sum(outcomes, 'unchanged'),
  events: outcomes[0]?.events ?? 0,
  ignored: outcomes[0]?.ignored ?? 0,
})
