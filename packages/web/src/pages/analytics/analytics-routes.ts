import { createRoute, redirect, retainSearchParams } from '@tanstack/react-router'
import { officePages } from '../../shell/pages-with-words.ts'
import { validSearch } from '../../shell/search.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { openDefaultView } from '../../workplace/views/saved-views.ts'
import { validateDeskView } from './desks/desk-view.ts'
import { validateFutureView } from './future/future-view.ts'
import { validatePeopleView } from './people/people-view.ts'
import { validateScope } from './scope/scope.ts'

const page = officePages(() => import('./analytics-pages.ts'))

const SCOPE = ['period', 'from', 'to', 'locations', 'groups', 'compare'] as const

/** The scope, which all analytics pages share. */
const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: validateScope,
  search: { middlewares: [retainSearchParams([...SCOPE])] },
})

const indexRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/analytics/attendance', replace: true })
  },
})

const attendanceRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'attendance',
  beforeLoad: openDefaultView,
  component: page('AttendancePage'),
})

const headcountRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'headcount',
  beforeLoad: openDefaultView,
  component: page('HeadcountPage'),
})

const desksRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'desks',
  validateSearch: validSearch(validateDeskView, SCOPE),
  beforeLoad: openDefaultView,
  component: page('DesksPage'),
})

const groupsRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'groups',
  beforeLoad: openDefaultView,
  component: page('GroupsPage'),
})

const futureRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'future',
  validateSearch: validSearch(validateFutureView, SCOPE),
  beforeLoad: openDefaultView,
  component: page('FuturePage'),
})

const forecastRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'forecast',
  beforeLoad: openDefaultView,
  component: page('ForecastPage'),
})

const policyRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'policy',
  beforeLoad: openDefaultView,
  component: page('PolicyPage'),
})

const peopleRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'people',
  validateSearch: validSearch(validatePeopleView, SCOPE),
  beforeLoad: openDefaultView,
  component: page('PeoplePage'),
})

const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics/reports',
  component: page('ReportsPage'),
})

const reportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics/reports/$reportId',
  component: page('ReportPage'),
})

/** How offices, desks and groups are used. */
export const analyticsRoutes = () =>
  [
    analyticsRoute.addChildren([
      indexRoute,
      attendanceRoute,
      headcountRoute,
      desksRoute,
      groupsRoute,
      futureRoute,
      forecastRoute,
      policyRoute,
      peopleRoute,
    ]),
    reportsRoute,
    reportRoute,
  ] as const
