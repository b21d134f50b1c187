import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { shellRoute } from '../../app/shell-route.tsx'
import { bookingsRoutes } from './bookings/bookings-routes.ts'
import { groupRoutes } from './groups/group-routes.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { placeRoutes } from './places/place-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** Pages below the address of their part of the app. */
export const adminRoutes = () =>
  [
    ...placeRoutes(),
    ...userRoutes(),
    ...groupRoutes(),
    ...bookingsRoutes(),
    ...settingsRoutes(),
    ...keyRoutes(),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/import',
      component: lazyPage(() => import('./import/import-page.tsx'), 'ImportPage'),
    }),
  ] as const
