import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazy-page.tsx'
import { shellRoute } from '../../../app/shell-route.tsx'
import { validSearch } from '../../../app/valid-search.ts'
import { readBuildingView, readLevelView, readListView } from './places-view.ts'

/** Buildings and what is in them. */
export const placeRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places',
      validateSearch: validSearch(readListView),
      component: lazyPage(() => import('./buildings-page.tsx'), 'BuildingsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places/$locationId',
      validateSearch: validSearch(readBuildingView),
      component: lazyPage(() => import('./building-page.tsx'), 'BuildingPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places/$locationId/levels/$levelId',
      validateSearch: validSearch(readLevelView),
      component: lazyPage(() => import('./level-page.tsx'), 'LevelPage'),
    }),
  ] as const
