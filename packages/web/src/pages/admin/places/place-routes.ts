import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../app/shell-route.tsx'
import { readBuildingView, readLevelView, readListView } from './places-view.ts'

/** Buildings and what is in them. */
export const placeRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places',
      validateSearch: readListView,
      component: lazyRouteComponent(() => import('./buildings-page.tsx'), 'BuildingsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places/$locationId',
      validateSearch: readBuildingView,
      component: lazyRouteComponent(() => import('./building-page.tsx'), 'BuildingPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places/$locationId/levels/$levelId',
      validateSearch: readLevelView,
      component: lazyRouteComponent(() => import('./level-page.tsx'), 'LevelPage'),
    }),
  ] as const
