import {
  ADMINISTRATORS,
  ANALYSTS,
  BOOKINGS_ADMINISTRATORS,
  GLOBAL_ADMINISTRATORS,
  type UserRole,
  WORKPLACE_ADMINISTRATORS,
} from '@rollcall/contract'

export interface NavigationLink {
  readonly label: string
  readonly to: string
  /** The letter that opens the page after `g`. */
  readonly key?: string
  readonly roles?: readonly UserRole[]
  /** Where pages that the link leads to have other addresses. */
  readonly also?: string
}

export interface NavigationSection {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

/** The links of the navigation and the roles that see them. Everyone sees a link without roles. */
export const NAVIGATION: readonly NavigationSection[] = [
  {
    title: 'My days',
    links: [
      { label: 'Home', to: '/', key: 'o' },
      { label: 'Plan and desk', to: '/me', key: 'p' },
      { label: 'Colleagues', to: '/me/colleagues', key: 'c' },
      { label: 'Floor, live', to: '/me/floor', key: 'f' },
      { label: 'Events', to: '/me/events', key: 'e' },
      { label: 'Visitors', to: '/me/visitors', key: 'v' },
      { label: 'Parking', to: '/me/parking', key: 'b' },
      { label: 'Time off', to: '/me/time-off', key: 't' },
      { label: 'My policy', to: '/me/policy' },
    ],
  },
  {
    title: 'Analytics',
    links: [
      { label: 'Attendance', to: '/analytics/attendance', key: 'a', roles: ADMINISTRATORS },
      { label: 'Headcount', to: '/analytics/headcount', roles: ADMINISTRATORS },
      { label: 'Desks and spaces', to: '/analytics/desks', roles: ADMINISTRATORS },
      { label: 'Groups', to: '/analytics/groups', roles: ADMINISTRATORS },
      { label: 'Days ahead', to: '/analytics/future', roles: ADMINISTRATORS },
      { label: 'Forecast', to: '/analytics/forecast', roles: ADMINISTRATORS },
      { label: 'Policy', to: '/analytics/policy', roles: ADMINISTRATORS },
      { label: 'People', to: '/analytics/people', roles: ANALYSTS },
      { label: 'Reports', to: '/analytics/reports', roles: ADMINISTRATORS },
    ],
  },
  {
    title: 'Data',
    links: [
      { label: 'Explorer', to: '/data', key: 'x', roles: ANALYSTS },
      { label: 'Refresh runs', to: '/data/refresh-runs', roles: ADMINISTRATORS },
      { label: 'Change feed', to: '/data/changes', roles: ANALYSTS },
    ],
  },
  {
    title: 'Troubleshooting',
    links: [
      { label: 'Find a person', to: '/people', key: 'h', roles: ADMINISTRATORS },
      { label: 'Sources', to: '/sources', key: 's', roles: ADMINISTRATORS },
      { label: 'Quarantine', to: '/quarantine', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Spaces', to: '/spaces', roles: ADMINISTRATORS },
    ],
  },
  {
    title: 'Administration',
    links: [
      { label: 'Bookings for others', to: '/admin/bookings', roles: BOOKINGS_ADMINISTRATORS },
      { label: 'Places', to: '/admin/places', key: 'l', roles: WORKPLACE_ADMINISTRATORS, also: '/admin/zones' },
      { label: 'Calendars', to: '/admin/calendars', roles: ADMINISTRATORS },
      { label: 'Users', to: '/admin/users', key: 'u', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Groups', to: '/admin/groups', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Policies', to: '/admin/policies', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Settings', to: '/admin/settings', roles: ADMINISTRATORS },
      { label: 'Keys', to: '/admin/keys', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Mail', to: '/admin/mail', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Single sign-on', to: '/admin/single-sign-on', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Provisioning', to: '/admin/provisioning', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Import', to: '/admin/import', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Audit log', to: '/admin/audit', roles: GLOBAL_ADMINISTRATORS },
    ],
  },
]

/** The sections with the links that a person with these roles may follow, without those that are empty. */
export const sectionsOf = ({ roles: own }: { readonly roles: readonly UserRole[] }): NavigationSection[] =>
  NAVIGATION.map((section) => ({
    ...section,
    links: section.links.filter(({ roles }) => !roles || own.some((role) => roles.includes(role))),
  })).filter(({ links }) => links.length > 0)

/** The link that a page belongs to: of all links that match its path, the longest one counts. */
export const linkOf = (pathname: string): NavigationLink | undefined =>
  NAVIGATION.flatMap(({ links }) => links)
    .filter(({ to, also }) => [to, also].some((path) => pathname === path || (path && pathname.startsWith(`${path}/`))))
    .toSorted((a, b) => b.to.length - a.to.length)[0]
