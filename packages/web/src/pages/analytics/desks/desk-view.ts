import { getRouteApi, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'

export const HOUR_MEASURES = ['averagePeople', 'peakPeople', 'averageSpacesOccupied'] as const
export type HourMeasure = (typeof HOUR_MEASURES)[number]

/** The state of the page, besides the scope. */
interface DeskView {
  /** Building and level of the floor map. */
  readonly building?: string
  readonly level?: string
  readonly measure?: HourMeasure
}

export const validateDeskView = ({
  building,
  level,
  measure,
}: Partial<Record<keyof DeskView, unknown>> & SearchSchemaInput): DeskView => ({
  ...(typeof building === 'string' ? { building } : {}),
  ...(typeof level === 'string' ? { level } : {}),
  ...(HOUR_MEASURES.some((known) => known === measure) ? { measure: measure as HourMeasure } : {}),
})

const route = getRouteApi('/shell/analytics/desks')

/** The state of the page, and a function that changes it. */
export const useDeskView = (): [DeskView, (changes: Partial<DeskView>) => void] => {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/analytics/desks' })
  return [view, (changes) => void navigate({ search: (before) => ({ ...before, ...changes }), resetScroll: false })]
}
