import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../../app/shell-route.tsx'
import { readSettingsView } from './settings-view.ts'

/** What applies to the whole organisation. */
export const settingsRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/settings',
      validateSearch: readSettingsView,
      component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
    }),
  ] as const
