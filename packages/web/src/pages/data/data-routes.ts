import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell-route.tsx'
import { validateFeedView } from './changes/feed-view.ts'
import { validateQuestion } from './explorer/question.ts'
import { validateRunsView } from './refresh-runs/runs-view.ts'

const explorerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data',
  validateSearch: validateQuestion,
  component: lazyRouteComponent(() => import('./explorer/explorer-page.tsx'), 'ExplorerPage'),
})

const refreshRunsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/refresh-runs',
  validateSearch: validateRunsView,
  component: lazyRouteComponent(() => import('./refresh-runs/refresh-runs-page.tsx'), 'RefreshRunsPage'),
})

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data/changes',
  validateSearch: validateFeedView,
  component: lazyRouteComponent(() => import('./changes/changes-page.tsx'), 'ChangesPage'),
})

/** The warehouse as analysts look at it. */
export const dataRoutes = () => [explorerRoute, refreshRunsRoute, changesRoute] as const
