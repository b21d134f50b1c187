import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazy-page.tsx'
import { shellRoute } from '../../../app/shell-route.tsx'
import { validSearch } from '../../../app/valid-search.ts'
import { readUsersView } from './users-view.ts'

/** Users and their accounts. */
export const userRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/users',
      validateSearch: validSearch(readUsersView),
      component: lazyPage(() => import('./users-page.tsx'), 'UsersPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/users/$userId',
      component: lazyPage(() => import('./user-page.tsx'), 'UserPage'),
    }),
  ] as const
