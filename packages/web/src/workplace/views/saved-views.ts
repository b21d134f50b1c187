import type { SavedView } from '@rollcall/contract'
import { type ParsedLocation, parseSearchWith, redirect, useNavigate } from '@tanstack/react-router'
import { apiQuery, queryClient } from '../../api/query.ts'

export const viewsQuery = { ...apiQuery('listViews'), staleTime: 300_000 }

/** The question of an address, without its order, to compare it with others. */
export const canonical = (search: string): string => {
  const parameters = new URLSearchParams(search)
  parameters.sort()
  return parameters.toString()
}

/** The parameters of the scope, which links within analytics take along unless they are named as not given. */
const NO_SCOPE = {
  ...{ period: undefined, from: undefined, to: undefined },
  ...{ locations: undefined, groups: undefined, compare: undefined },
}
const parse = parseSearchWith(JSON.parse)

/** Where a view leads. */
export const addressOfView = ({ page, search }: Pick<SavedView, 'page' | 'search'>) => ({
  to: page,
  search: { ...NO_SCOPE, ...parse(search) },
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether a view was chosen, so that its page does not open with the default one. */
    readonly isChosenView?: boolean
  }
}

export const useOpenView = (): ((view: SavedView) => unknown) => {
  const navigate = useNavigate()
  return (view) => navigate({ ...addressOfView(view), state: { isChosenView: true } })
}

/** What the address of a page has before a person asks for something. */
const UNTOUCHED = ['', 'period=lastFourWeeks']

interface Entering {
  readonly location: ParsedLocation
  readonly cause: 'preload' | 'enter' | 'stay'
}

/** Opens a page with the view that the person chose as its default, unless its address asks for something. */
export const openDefaultView = async ({ location, cause }: Entering): Promise<void> => {
  if (cause !== 'enter' || location.state.isChosenView || !UNTOUCHED.includes(canonical(location.searchStr))) return
  // Without the views the page opens as if there were no default.
  const views = await queryClient.ensureQueryData(viewsQuery).catch(() => undefined)
  const view = views?.items.find(({ page, isDefault }) => isDefault && page === location.pathname)
  if (view && !UNTOUCHED.includes(canonical(view.search))) throw redirect({ ...addressOfView(view), replace: true })
}
