import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { shellRoute } from '../../app/shell-route.tsx'
import { validSearch } from '../../app/valid-search.ts'
import { validateFeedView } from './changes/feed-view.ts'
import { validateQuestion } from './explorer/question.ts'
import { validateRunsView } from './refresh-runs/runs-view.ts'

const explorerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data',
  validateSearch: validSearch(validateQuestion),
  component: lazyPage(() => import('./explorer/explorer-page.tsx'), 'ExplorerPage'),
})

const refreshRunsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/refresh-runs',
  validateSearch: validSearch(validateRunsView),
  component: lazyPage(() => import('./refresh-runs/refresh-runs-page.tsx'), 'RefreshRunsPage'),
})

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/changes',
  validateSearch: validSearch(validateFeedView),
  component: lazyPage(() => import('./changes/changes-page.tsx'), 'ChangesPage'),
})

/** The warehouse as analysts look at it. */
export const dataRoutes = () => [explorerRoute, refreshRunsRoute, changesRoute] as const
