import { createRoute } from '@tanstack/react-router'
import { officePages } from '../../shell/pages-with-words.ts'
import { present, textOf, validSearch } from '../../shell/search.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { validatePersonView } from './person/person-view.ts'
import { validateQuarantineView } from './quarantine/quarantine-view.ts'
import { validateSpaceView } from './spaces/space-view.ts'

const page = officePages(() => import('./troubleshooting-pages.ts'))

const validateFindView = (search: Record<string, unknown>) => present({ search: textOf(search.search)?.slice(0, 200) })

const findRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: validSearch(validateFindView),
  component: page('FindPage'),
})

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$userId',
  validateSearch: validSearch(validatePersonView),
  component: page('PersonPage'),
})

const sourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sources',
  component: page('SourcesPage'),
})

const quarantineRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/quarantine',
  validateSearch: validSearch(validateQuarantineView),
  component: page('QuarantinePage'),
})

const spacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/spaces',
  validateSearch: validSearch(validateSpaceView),
  component: page('SpacesPage'),
})

/** The pages that explain how the service derived its data. */
export const peopleRoutes = () => [findRoute, personRoute, sourcesRoute, quarantineRoute, spacesRoute] as const
