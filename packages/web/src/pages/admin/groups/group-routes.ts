import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazy-page.tsx'
import { shellRoute } from '../../../app/shell-route.tsx'
import { validSearch } from '../../../app/valid-search.ts'
import { readGroupsView } from './groups-view.ts'

/** Groups with their members and zones. */
export const groupRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/groups',
      validateSearch: validSearch(readGroupsView),
      component: lazyPage(() => import('./groups-page.tsx'), 'GroupsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/groups/$groupId',
      component: lazyPage(() => import('./group-page.tsx'), 'GroupPage'),
    }),
  ] as const
