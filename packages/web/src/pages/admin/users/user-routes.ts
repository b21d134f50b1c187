import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../app/shell-route.tsx'
import { readUsersView } from './users-view.ts'

/** Users and their accounts. */
export const userRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/users',
      validateSearch: readUsersView,
      component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/users/$userId',
      component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
    }),
  ] as const
