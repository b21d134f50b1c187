import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell-route.tsx'

/** What everybody has: their days, their desk, their colleagues. */
export const meRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me',
      component: lazyRouteComponent(() => import('./plan-page.tsx'), 'PlanPage'),
    }),
  ] as const
