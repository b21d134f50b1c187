import { createRoute, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell-route.tsx'
import { validateDeskView } from './desks/desk-view.ts'
import { validateFutureView } from './future/future-view.ts'
import { validatePeopleView } from './people/people-view.ts'
import { validateScope } from './scope/scope.ts'

/** What all pages of this part have: the scope, which stays from page to page. */
const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: validateScope,
  search: { middlewares: [retainSearchParams(['from', 'to', 'locations', 'groups'])] },
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
  component: lazyRouteComponent(() => import('./attendance/attendance-page.tsx'), 'AttendancePage'),
})

const desksRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'desks',
  validateSearch: validateDeskView,
  component: lazyRouteComponent(() => import('./desks/desks-page.tsx'), 'DesksPage'),
})

const groupsRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'groups',
  component: lazyRouteComponent(() => import('./groups/groups-page.tsx'), 'GroupsPage'),
})

const futureRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'future',
  validateSearch: validateFutureView,
  component: lazyRouteComponent(() => import('./future/future-page.tsx'), 'FuturePage'),
})

const peopleRoute = createRoute({
  getParentRoute: () => analyticsRoute,
  path: 'people',
  validateSearch: validatePeopleView,
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
})

/** How offices, desks and groups are used. */
export const analyticsRoutes = () =>
  [analyticsRoute.addChildren([indexRoute, attendanceRoute, desksRoute, groupsRoute, futureRoute, peopleRoute])] as const
