import { createRoute } from '@tanstack/react-router'
import { officePages } from '../../shell/pages-with-words.ts'
import { validSearch } from '../../shell/search.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { openDefaultView } from '../../workplace/views/saved-views.ts'
import { validateFeedView } from './changes/feed-view.ts'
import { validateQuestion } from './explorer/question-view.ts'

const page = officePages(() => import('./data-pages.ts'))

/** The visible page of runs; part of the address. */
interface RunsView {
  readonly cursor?: string
}

const validateRunsView = ({ cursor }: Record<string, unknown>): RunsView =>
  typeof cursor === 'string' && cursor ? { cursor } : {}

const explorerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data',
  validateSearch: validSearch(validateQuestion),
  beforeLoad: openDefaultView,
  component: page('ExplorerPage'),
})

const refreshRunsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/refresh-runs',
  validateSearch: validSearch(validateRunsView),
  component: page('RefreshRunsPage'),
})

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/changes',
  validateSearch: validSearch(validateFeedView),
  beforeLoad: openDefaultView,
  component: page('ChangesPage'),
})

/** The pages that show the warehouse to analysts. */
export const dataRoutes = () => [explorerRoute, refreshRunsRoute, changesRoute] as const
