import type { Level } from '@rollcall/contract'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { runsQuery, sourcesQuery } from '../shared/queries.ts'

/** How often the page looks for what a step waits for. */
const WAITING_MS = 2_000

export const STEPS = ['building', 'plan', 'people', 'key', 'event', 'figures'] as const
export type StepName = (typeof STEPS)[number]

/** A floor plan makes the maps better, and nothing depends on it. */
const OPTIONAL: readonly StepName[] = ['plan']

export type FirstLevel = Pick<Level, 'locationId' | 'levelId' | 'levelName'>

interface Progress extends Readonly<Record<StepName, boolean>> {
  /** The one to upload a floor plan of. */
  readonly level: FirstLevel | undefined
}

/** Which steps are done, as the data say; undefined until they are read, and null if they cannot be. */
export const useProgress = (): Progress | undefined | null => {
  const queries = useQueries({
    queries: [
      apiQuery('listLocations', { query: { status: 'active', limit: 1 } }),
      apiQuery('listLevels', { query: { status: 'active', limit: 1000 } }),
      apiQuery('listUsers', { query: { status: 'active', limit: 2 } }),
      apiQuery('listKeys', { query: { limit: 1000 } }),
      {
        ...sourcesQuery,
        refetchInterval: (query: { state: { data?: { items: readonly { accepted: number }[] } | undefined } }) =>
          query.state.data?.items.some(({ accepted }) => accepted > 0) ? (false as const) : WAITING_MS,
      },
      runsQuery,
    ],
  })
  const [buildings, levels, users, keys, sources, runs] = queries
  if (!(buildings.data && levels.data && users.data && keys.data && sources.data && runs.data))
    return queries.some(({ error }) => error) ? null : undefined
  const hasEvent = sources.data.items.some(({ accepted }) => accepted > 0)
  return {
    level: levels.data.items[0],
    building: buildings.data.items.length > 0,
    plan: levels.data.items.some(({ floorPlanVersion }) => floorPlanVersion !== null),
    people: users.data.items.length > 1,
    // The key of the first start may do everything and is for no system; a system that sends has a key, whatever its role.
    key: hasEvent || keys.data.items.some(({ role, status }) => status === 'live' && role === 'submitting-events'),
    event: hasEvent,
    figures: runs.data.items.some(({ status, rows }) => status === 'succeeded' && rows > 0),
  }
}

export const isComplete = (progress: Readonly<Record<StepName, boolean>>): boolean =>
  STEPS.every((step) => progress[step] || OPTIONAL.includes(step))
