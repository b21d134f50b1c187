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
  readonly roles?: readonly UserRole[]
}

interface NavigationSection {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

/** The links of the navigation and the roles that see them. Everyone sees a link without roles. */
export const NAVIGATION: readonly NavigationSection[] = [
  {
    title: 'My days',
    links: [
      { label: 'Plan and desk', to: '/me' },
      { label: 'Colleagues', to: '/me/colleagues' },
      { label: 'Floor, live', to: '/me/floor' },
      { label: 'Events', to: '/me/events' },
      { label: 'Visitors', to: '/me/visitors' },
      { label: 'Parking', to: '/me/parking' },
      { label: 'Time off', to: '/me/time-off' },
    ],
  },
  {
    title: 'Analytics',
    links: [
      { label: 'Attendance', to: '/analytics/attendance', roles: ADMINISTRATORS },
      { label: 'Desks and spaces', to: '/analytics/desks', roles: ADMINISTRATORS },
      { label: 'Groups', to: '/analytics/groups', roles: ADMINISTRATORS },
      { label: 'Days ahead', to: '/analytics/future', roles: ADMINISTRATORS },
      { label: 'People', to: '/analytics/people', roles: ANALYSTS },
    ],
  },
  {
    title: 'Data',
    links: [
      { label: 'Explorer', to: '/data', roles: ANALYSTS },
      { label: 'Refresh runs', to: '/data/refresh-runs', roles: ADMINISTRATORS },
      { label: 'Change feed', to: '/data/changes', roles: ANALYSTS },
    ],
  },
  {
    title: 'Troubleshooting',
    links: [
      { label: 'Find a person', to: '/people', roles: ADMINISTRATORS },
      { label: 'Sources', to: '/sources', roles: ADMINISTRATORS },
      { label: 'Quarantine', to: '/quarantine', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Spaces', to: '/spaces', roles: ADMINISTRATORS },
    ],
  },
  {
    title: 'Administration',
    links: [
      { label: 'Bookings for others', to: '/admin/bookings', roles: BOOKINGS_ADMINISTRATORS },
      { label: 'Places', to: '/admin/places', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Users', to: '/admin/users', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Groups', to: '/admin/groups', roles: WORKPLACE_ADMINISTRATORS },
      { label: 'Settings', to: '/admin/settings', roles: ADMINISTRATORS },
      { label: 'Keys', to: '/admin/keys', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Provisioning', to: '/admin/provisioning', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Import', to: '/admin/import', roles: GLOBAL_ADMINISTRATORS },
      { label: 'Audit log', to: '/admin/audit', roles: GLOBAL_ADMINISTRATORS },
    ],
  },
]
