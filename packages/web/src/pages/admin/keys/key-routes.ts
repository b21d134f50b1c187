import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../app/shell-route.tsx'
import { readKeysView, readKeyView } from './keys-view.ts'

/** The keys of the organisation. */
export const keyRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/keys',
      validateSearch: readKeysView,
      component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/keys/$keyId',
      validateSearch: readKeyView,
      component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
    }),
  ] as const
