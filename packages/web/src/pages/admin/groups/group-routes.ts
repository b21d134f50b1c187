import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../app/shell-route.tsx'
import { readGroupsView } from './groups-view.ts'

/** Groups with their members and zones. */
export const groupRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/groups',
      validateSearch: readGroupsView,
      component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/groups/$groupId',
      component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
    }),
  ] as const
