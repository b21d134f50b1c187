import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazy-page.tsx'
import { shellRoute } from '../../../app/shell-route.tsx'
import { validSearch } from '../../../app/valid-search.ts'
import { readKeysView, readKeyView } from './keys-view.ts'

/** The keys of the organization. */
export const keyRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/keys',
      validateSearch: validSearch(readKeysView),
      component: lazyPage(() => import('./keys-page.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/keys/$keyId',
      validateSearch: validSearch(readKeyView),
      component: lazyPage(() => import('./key-page.tsx'), 'KeyPage'),
    }),
  ] as const
