import { type Place, readPlaces } from '../source/directory.ts'
import { isMissing } from '../source/source.ts'
import { noLocations } from './load-directory.ts'
import { LoadError } from './load-error.ts'
import type { Session } from './session.ts'
import { PLACES_KEY } from './state.ts'

/** As many as tell one organization from another, and few enough to be written with every load. */
const MOST_KNOWN = 1_000

/**
 * The locations of the service, once it is sure that they are those of the copy: another organization's answers are good ones too,
 * and would take the place of all that is there.
 */
export const openPlaces = async (session: Session): Promise<Place[]> => {
  const { source, state } = session
  const places = await readPlaces(source).catch((error) => {
    throw isMissing(error) ? noLocations(error) : error
  })
  const ids = new Set(places.map(({ locationId }) => locationId))
  const known = state.find<string[]>(PLACES_KEY) ?? []
  if (known.length > 0 && !known.some((id) => ids.has(id))) throw foreign(known.length)
  const now = [...ids].sort().slice(0, MOST_KNOWN)
  if (now.join() !== known.join()) await session.remember([[PLACES_KEY, now]])
  return places
}

const foreign = (count: number): LoadError =>
  new LoadError(
    `This copy is of another organization or service: none of its ${count} locations is known here. Load into a new place, or use the key it was loaded with.`,
  )
