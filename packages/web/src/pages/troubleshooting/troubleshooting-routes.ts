import { createRoute } from '@tanstack/react-router'
import { officePage } from '../../shell/pages-with-words.ts'
import { present, textOf, validSearch } from '../../shell/search.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { validatePersonView } from './person/person-view.ts'
import { validateQuarantineView } from './quarantine/quarantine-view.ts'
import { validateSpaceView } from './spaces/space-view.ts'

const validateFindView = (search: Record<string, unknown>) => present({ search: textOf(search.search)?.slice(0, 200) })

const findRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: validSearch(validateFindView),
  component: officePage(() => import('./find/find-page.tsx'), 'FindPage'),
})

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$userId',
  validateSearch: validSearch(validatePersonView),
  component: officePage(() => import('./person/person-page.tsx'), 'PersonPage'),
})

const sourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sources',
  component: officePage(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
})

const quarantineRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/quarantine',
  validateSearch: validSearch(validateQuarantineView),
  component: officePage(() => import('./quarantine/quarantine-page.tsx'), 'QuarantinePage'),
})

const spacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/spaces',
  validateSearch: validSearch(validateSpaceView),
  component: officePage(() => import('./spaces/spaces-page.tsx'), 'SpacesPage'),
})

/** The pages that explain how the service derived its data. */
export const peopleRoutes = () => [findRoute, personRoute, sourcesRoute, quarantineRoute, spacesRoute] as const
