import type { ImportProgress } from '@rollcall/server'
import type { ProgressLine } from './progress.ts'

/** In the order in which they are written. */
const SECTIONS: readonly ImportProgress['section'][] = [
  ...(['validate', 'locations', 'groups', 'users', 'places', 'dayPlans', 'weekPlans', 'bookings', 'events'] as const),
]

/** Shows an import as one run through its sections, each of which counts its own rows. */
export const showImport =
  (progress: ProgressLine) =>
  ({ section, done, total }: ImportProgress): void => {
    const position = SECTIONS.indexOf(section) + (total > 0 ? done / total : 0)
    progress.update(position, SECTIONS.length, total > 0 ? `${section}, ${done} of ${total}` : section)
  }
