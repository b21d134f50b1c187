import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazy-page.tsx'
import { shellRoute } from '../../../app/shell-route.tsx'
import { validSearch } from '../../../app/valid-search.ts'
import { readSettingsView } from './settings-view.ts'

/** What applies to the whole organization. */
export const settingsRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/settings',
      validateSearch: validSearch(readSettingsView),
      component: lazyPage(() => import('./settings-page.tsx'), 'SettingsPage'),
    }),
  ] as const
