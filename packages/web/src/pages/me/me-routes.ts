import { createRoute } from '@tanstack/react-router'
import { mePage } from '../../shell/pages-with-words.ts'
import { validSearch } from '../../shell/search.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { isDay } from '../../time/days.ts'

type Given = Readonly<Record<string, unknown>>

const dayIn = (given: Given, name: string) => (isDay(given[name]) ? { [name]: given[name] } : {})
const textIn = (given: Given, name: string) => {
  const value = given[name]
  return typeof value === 'string' && value ? { [name]: value } : {}
}

export interface PlanSearch {
  /** Any day of the shown week or month. */
  readonly day?: string
  readonly view?: 'month'
}
export interface DeskSearch {
  readonly day?: string
  readonly locationId?: string
  readonly levelId?: string
  /** A desk: the free one nearest to it is offered. */
  readonly near?: string
}
export interface ColleaguesSearch {
  readonly day?: string
  /** Id of the shown group; `all` for everyone. */
  readonly groupId?: string
  readonly locationId?: string
  readonly name?: string
}
export interface FloorSearch {
  readonly locationId?: string
  readonly levelId?: string
  /** The group whose members are shown as the team. */
  readonly groupId?: string
}
export interface EventsSearch {
  readonly show?: 'all' | 'past'
}
export interface DaySearch {
  readonly day?: string
  readonly locationId?: string
}

/** The pages that every user has: their days, their desk, their colleagues. */
export const meRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me',
      validateSearch: validSearch(
        (given: Given): PlanSearch => ({
          ...dayIn(given, 'day'),
          ...(given.view === 'month' ? { view: 'month' } : {}),
        }),
      ),
      component: mePage(() => import('./plan/plan-page.tsx'), 'PlanPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/desk',
      validateSearch: validSearch(
        (given: Given): DeskSearch => ({
          ...dayIn(given, 'day'),
          ...textIn(given, 'locationId'),
          ...textIn(given, 'levelId'),
          ...textIn(given, 'near'),
        }),
      ),
      component: mePage(() => import('./desk/desk-page.tsx'), 'DeskPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/colleagues',
      validateSearch: validSearch(
        (given: Given): ColleaguesSearch => ({
          ...dayIn(given, 'day'),
          ...textIn(given, 'groupId'),
          ...textIn(given, 'locationId'),
          ...textIn(given, 'name'),
        }),
      ),
      component: mePage(() => import('./colleagues/colleagues-page.tsx'), 'ColleaguesPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/floor',
      validateSearch: validSearch(
        (given: Given): FloorSearch => ({
          ...textIn(given, 'locationId'),
          ...textIn(given, 'levelId'),
          ...textIn(given, 'groupId'),
        }),
      ),
      component: mePage(() => import('./floor/floor-page.tsx'), 'FloorPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/events',
      validateSearch: validSearch(({ show }: Given): EventsSearch => (show === 'all' || show === 'past' ? { show } : {})),
      component: mePage(() => import('./events/events-page.tsx'), 'EventsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/visitors',
      validateSearch: validSearch((given: Given): DaySearch => dayIn(given, 'day')),
      component: mePage(() => import('./visitors/visitors-page.tsx'), 'VisitorsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/parking',
      validateSearch: validSearch((given: Given): DaySearch => ({ ...dayIn(given, 'day'), ...textIn(given, 'locationId') })),
      component: mePage(() => import('./parking/parking-page.tsx'), 'ParkingPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/desks/$code',
      component: mePage(() => import('./check-in/scanned-desk-page.tsx'), 'ScannedDeskPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/time-off',
      component: mePage(() => import('./time-off/time-off-page.tsx'), 'TimeOffPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/policy',
      component: mePage(() => import('./policy/policy-page.tsx'), 'PolicyPage'),
    }),
  ] as const
