import { type Place, readPlaces } from '../source/directory.ts'
import { isMissing } from '../source/source.ts'
import { noLocations } from './load-directory.ts'
import { LoadError } from './load-error.ts'
import type { Session } from './session.ts'
import { PLACES_KEY } from './state.ts'

/** Enough to tell organizations apart, and few enough to store with every load. */
const MAX_KNOWN = 1_000

/**
 * Reads the locations of the service and checks that they match the copy. Responses of another organization are valid too, and
 * would replace the whole copy.
 */
export const openPlaces = async (session: Session): Promise<Place[]> => {
  const { source, state } = session
  const places = await readPlaces(source).catch((error) => {
    throw isMissing(error) ? noLocations(error) : error
  })
  const ids = new Set(places.map(({ locationId }) => locationId))
  const known = state.find<string[]>(PLACES_KEY) ?? []
  if (known.length > 0 && !known.some((id) => ids.has(id))) throw foreign(known.length)
  const now = [...ids].sort().slice(0, MAX_KNOWN)
  if (now.join() !== known.join()) await session.remember([[PLACES_KEY, now]])
  return places
}

const foreign = (count: number): LoadError =>
  new LoadError(
    `This copy is of another organization or service: none of its ${count} locations is known here. Load into a new destination, or use the key it was loaded with.`,
  )
