import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  ADMINISTRATORS,
  ANALYSTS,
  BOOKINGS_ADMINISTRATORS,
  GLOBAL_ADMINISTRATORS,
  type UserRole,
  WORKPLACE_ADMINISTRATORS,
} from '@rollcall/contract'

interface Link<Words> {
  readonly label: Words
  readonly to: string
  /** The letter that opens the page after `g`. */
  readonly key?: string
  readonly roles?: readonly UserRole[]
  /** Where pages that the link leads to have other addresses. */
  readonly also?: string
}

interface Section<Words> {
  readonly id: 'days' | 'analytics' | 'data' | 'troubleshooting' | 'administration'
  readonly title: Words
  readonly links: readonly Link<Words>[]
}

export type NavigationLink = Link<string>
export type NavigationSection = Section<string>

/** The links of the navigation and the roles that see them. Everyone sees a link without roles. */
export const NAVIGATION: readonly Section<MessageDescriptor>[] = [
  {
    id: 'days',
    title: msg`My days`,
    links: [
      { label: msg`Home`, to: '/', key: 'o' },
      { label: msg`Plan and desk`, to: '/me', key: 'p' },
      { label: msg`Colleagues`, to: '/me/colleagues', key: 'c' },
      { label: msg`Floor, live`, to: '/me/floor', key: 'f' },
      { label: msg`Events`, to: '/me/events', key: 'e' },
      { label: msg`Visitors`, to: '/me/visitors', key: 'v' },
      { label: msg`Parking`, to: '/me/parking', key: 'b' },
      { label: msg`Time off`, to: '/me/time-off', key: 't' },
      { label: msg`My policy`, to: '/me/policy' },
    ],
  },
  {
    id: 'analytics',
    title: msg`Analytics`,
    links: [
      { label: msg`Attendance`, to: '/analytics/attendance', key: 'a', roles: ADMINISTRATORS },
      { label: msg`Headcount`, to: '/analytics/headcount', roles: ADMINISTRATORS },
      { label: msg`Desks and spaces`, to: '/analytics/desks', roles: ADMINISTRATORS },
      { label: msg`Groups`, to: '/analytics/groups', roles: ADMINISTRATORS },
      { label: msg`Days ahead`, to: '/analytics/future', roles: ADMINISTRATORS },
      { label: msg`Forecast`, to: '/analytics/forecast', roles: ADMINISTRATORS },
      { label: msg`Policy`, to: '/analytics/policy', roles: ADMINISTRATORS },
      { label: msg`People`, to: '/analytics/people', roles: ANALYSTS },
      { label: msg`Reports`, to: '/analytics/reports', roles: ADMINISTRATORS },
    ],
  },
  {
    id: 'data',
    title: msg`Data`,
    links: [
      { label: msg`Explorer`, to: '/data', key: 'x', roles: ANALYSTS },
      { label: msg`Refresh runs`, to: '/data/refresh-runs', roles: ADMINISTRATORS },
      { label: msg`Change feed`, to: '/data/changes', roles: ANALYSTS },
    ],
  },
  {
    id: 'troubleshooting',
    title: msg`Troubleshooting`,
    links: [
      { label: msg`Find a person`, to: '/people', key: 'h', roles: ADMINISTRATORS },
      { label: msg`Sources`, to: '/sources', key: 's', roles: ADMINISTRATORS },
      { label: msg`Quarantine`, to: '/quarantine', roles: WORKPLACE_ADMINISTRATORS },
      { label: msg`Spaces`, to: '/spaces', roles: ADMINISTRATORS },
    ],
  },
  {
    id: 'administration',
    title: msg`Administration`,
    links: [
      { label: msg`Bookings for others`, to: '/admin/bookings', roles: BOOKINGS_ADMINISTRATORS },
      { label: msg`Places`, to: '/admin/places', key: 'l', roles: WORKPLACE_ADMINISTRATORS, also: '/admin/zones' },
      { label: msg`Calendars`, to: '/admin/calendars', roles: ADMINISTRATORS },
      { label: msg`Kiosk screens`, to: '/admin/kiosk-screens', roles: WORKPLACE_ADMINISTRATORS },
      { label: msg`Users`, to: '/admin/users', key: 'u', roles: WORKPLACE_ADMINISTRATORS },
      { label: msg`Groups`, to: '/admin/groups', roles: WORKPLACE_ADMINISTRATORS },
      { label: msg`Policies`, to: '/admin/policies', roles: WORKPLACE_ADMINISTRATORS },
      { label: msg`Settings`, to: '/admin/settings', roles: ADMINISTRATORS },
      { label: msg`Keys`, to: '/admin/keys', roles: GLOBAL_ADMINISTRATORS },
      { label: msg`Mail`, to: '/admin/mail', roles: GLOBAL_ADMINISTRATORS },
      { label: msg`Single sign-on`, to: '/admin/single-sign-on', roles: GLOBAL_ADMINISTRATORS },
      { label: msg`Provisioning`, to: '/admin/provisioning', roles: GLOBAL_ADMINISTRATORS },
      { label: msg`Import`, to: '/admin/import', roles: GLOBAL_ADMINISTRATORS },
      { label: msg`Audit log`, to: '/admin/audit', roles: GLOBAL_ADMINISTRATORS },
    ],
  },
]

const inLanguage = (link: Link<MessageDescriptor>): NavigationLink => ({ ...link, label: i18n._(link.label) })

/** The sections with the links that a person with these roles may follow, without those that are empty. */
export const sectionsOf = ({ roles: own }: { readonly roles: readonly UserRole[] }): NavigationSection[] =>
  NAVIGATION.map(({ id, title, links }) => ({
    id,
    title: i18n._(title),
    links: links.filter(({ roles }) => !roles || own.some((role) => roles.includes(role))).map(inLanguage),
  })).filter(({ links }) => links.length > 0)

/** The link that a page belongs to: of all links that match its path, the longest one counts. */
export const linkOf = (pathname: string): NavigationLink | undefined =>
  NAVIGATION.flatMap(({ links }) => links)
    .filter(({ to, also }) => [to, also].some((path) => pathname === path || (path && pathname.startsWith(`${path}/`))))
    .toSorted((a, b) => b.to.length - a.to.length)
    .slice(0, 1)
    .map(inLanguage)[0]
