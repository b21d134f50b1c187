import type { ImportProgress } from '@rollcall/server'
import type { ProgressLine } from './progress.ts'

/** The sections of an import, in the order in which they are written. */
const SECTIONS: readonly ImportProgress['section'][] = [
  ...(['validate', 'locations', 'groups', 'users', 'places', 'dayPlans', 'weekPlans', 'bookings', 'events'] as const),
]

/** Shows the progress of an import through its sections; each section counts its own rows. */
export const showImport =
  (progress: ProgressLine) =>
  ({ section, done, total }: ImportProgress): void => {
    const position = SECTIONS.indexOf(section) + (total > 0 ? done / total : 0)
    progress.update(position, SECTIONS.length, total > 0 ? `${section}, ${done} of ${total}` : section)
  }
