import { createRoute } from '@tanstack/react-router'
import { mePages } from '../../shell/pages-with-words.ts'
import { validSearch } from '../../shell/search.ts'
import { shellRoute } from '../../shell/shell-route.tsx'

const page = mePages(() => import('./me-pages.ts'))

type Given = Readonly<Record<string, unknown>>

const textIn = (given: Given, name: string) => {
  const value = given[name]
  return typeof value === 'string' && value ? { [name]: value } : {}
}

export interface PlanSearch {
  /** Any day of the shown week or month; an address may also have what is no day, and the page says so. */
  readonly day?: string
  readonly view?: 'month'
  /** The dialog that is open. */
  readonly edit?: 'usual'
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
          ...textIn(given, 'day'),
          ...(given.view === 'month' ? { view: 'month' } : {}),
          ...(given.edit === 'usual' ? { edit: 'usual' } : {}),
        }),
      ),
      component: page('PlanPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/desk',
      validateSearch: validSearch(
        (given: Given): DeskSearch => ({
          ...textIn(given, 'day'),
          ...textIn(given, 'locationId'),
          ...textIn(given, 'levelId'),
          ...textIn(given, 'near'),
        }),
      ),
      component: page('DeskPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/colleagues',
      validateSearch: validSearch(
        (given: Given): ColleaguesSearch => ({
          ...textIn(given, 'day'),
          ...textIn(given, 'groupId'),
          ...textIn(given, 'locationId'),
          ...textIn(given, 'name'),
        }),
      ),
      component: page('ColleaguesPage'),
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
      component: page('FloorPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/events',
      validateSearch: validSearch(({ show }: Given): EventsSearch => (show === 'all' || show === 'past' ? { show } : {})),
      component: page('EventsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/visitors',
      validateSearch: validSearch((given: Given): DaySearch => textIn(given, 'day')),
      component: page('VisitorsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/parking',
      validateSearch: validSearch((given: Given): DaySearch => ({ ...textIn(given, 'day'), ...textIn(given, 'locationId') })),
      component: page('ParkingPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/desks/$code',
      component: page('ScannedDeskPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/time-off',
      component: page('TimeOffPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/me/policy',
      component: page('PolicyPage'),
    }),
  ] as const
