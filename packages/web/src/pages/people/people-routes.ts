import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell-route.tsx'
import { validateFindView } from './find/find-view.ts'
import { validatePersonView } from './person/person-view.ts'
import { validateQuarantineView } from './quarantine/quarantine-view.ts'
import { validateSpaceView } from './spaces/space-view.ts'

const findRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: validateFindView,
  component: lazyRouteComponent(() => import('./find/find-page.tsx'), 'FindPage'),
})

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$userId',
  validateSearch: validatePersonView,
  component: lazyRouteComponent(() => import('./person/person-page.tsx'), 'PersonPage'),
})

const sourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sources',
  component: lazyRouteComponent(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
})

const quarantineRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/quarantine',
  validateSearch: validateQuarantineView,
  component: lazyRouteComponent(() => import('./quarantine/quarantine-page.tsx'), 'QuarantinePage'),
})

const spacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/spaces',
  validateSearch: validateSpaceView,
  component: lazyRouteComponent(() => import('./spaces/spaces-page.tsx'), 'SpacesPage'),
})

/** What somebody looks at who has to find out why the data say what they say. */
export const peopleRoutes = () => [findRoute, personRoute, sourcesRoute, quarantineRoute, spacesRoute] as const
