import { createRoute } from '@tanstack/react-router'
import { CREATE, LIST_SEARCH, TABLE_SEARCH } from '../../components/table/table-search.ts'
import { officePages } from '../../shell/pages-with-words.ts'
import { validSearch } from '../../shell/search.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { isDay } from '../../time/days.ts'
import { readAuditView } from './audit/audit-view.ts'
import { readCalendarView } from './calendar/calendar-view.ts'
import { readGroupsView } from './groups/groups-view.ts'
import { readKeysView, readKeyView } from './keys/keys-view.ts'
import { readMailView } from './mail/mail-view.ts'
import { readBuildingView, readLevelView, readListView } from './places/list/places-view.ts'
import { readSettingsView } from './settings/settings-view.ts'
import { readUsersView } from './users/users-view.ts'

const page = officePages(() => import('./admin-pages.ts'))

/** Users and their accounts. */
const userRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/users',
      validateSearch: validSearch(readUsersView, [...TABLE_SEARCH, CREATE]),
      component: page('UsersPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/users/$userId',
      component: page('UserPage'),
    }),
  ] as const

/** Settings of the whole organization. */
const settingsRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/settings',
      validateSearch: validSearch(readSettingsView),
      component: page('SettingsPage'),
    }),
  ] as const

/** Buildings and what is in them. */
const placeRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places',
      validateSearch: validSearch(readListView, [...LIST_SEARCH, CREATE]),
      component: page('BuildingsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places/$locationId',
      validateSearch: validSearch(readBuildingView, LIST_SEARCH),
      component: page('BuildingPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/places/$locationId/levels/$levelId',
      validateSearch: validSearch(readLevelView, LIST_SEARCH),
      component: page('LevelPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/zones/$zoneId/codes',
      component: page('DeskCodesPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/kiosk-screens',
      component: page('ScreensPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/calendars',
      validateSearch: validSearch(readCalendarView, [CREATE]),
      component: page('CalendarPage'),
    }),
  ] as const

/** The keys of the organization. */
const keyRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/keys',
      validateSearch: validSearch(readKeysView, LIST_SEARCH),
      component: page('KeysPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/keys/$keyId',
      validateSearch: validSearch(readKeyView),
      component: page('KeyPage'),
    }),
  ] as const

/** Mail that was sent, waits or failed. */
const mailRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/mail',
      validateSearch: validSearch(readMailView),
      component: page('MailPage'),
    }),
  ] as const

/** The identity providers with which people sign in, and the directories that provision people and groups. */
const providerRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/single-sign-on',
      component: page('SingleSignOnPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/provisioning',
      component: page('ProvisioningPage'),
    }),
  ] as const

/** Groups with their members and zones. */
const groupRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/policies',
      component: page('PoliciesPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/groups',
      validateSearch: validSearch(readGroupsView, [CREATE]),
      component: page('GroupsPage'),
    }),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/groups/$groupId',
      component: page('GroupPage'),
    }),
  ] as const

/** Whose days are shown, and which week; part of the address. */
interface BookingsView {
  readonly userId?: string
  readonly day?: string
}

const readView = ({ userId, day }: Readonly<Record<string, unknown>>): BookingsView => ({
  ...(typeof userId === 'string' && userId !== '' ? { userId } : {}),
  ...(isDay(day) ? { day } : {}),
})

/** Plans and bookings of others. */
const bookingsRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/bookings',
      validateSearch: readView,
      component: page('BookingsPage'),
    }),
  ] as const

/** Who did what. */
const auditRoutes = () =>
  [
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/audit',
      validateSearch: validSearch(readAuditView, TABLE_SEARCH),
      component: page('AuditPage'),
    }),
  ] as const

/** All pages of the administration. */
export const adminRoutes = () =>
  [
    ...placeRoutes(),
    ...userRoutes(),
    ...groupRoutes(),
    ...bookingsRoutes(),
    ...settingsRoutes(),
    ...keyRoutes(),
    ...mailRoutes(),
    ...auditRoutes(),
    ...providerRoutes(),
    createRoute({
      getParentRoute: () => shellRoute,
      path: '/admin/import',
      component: page('ImportPage'),
    }),
  ] as const
