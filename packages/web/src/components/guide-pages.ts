/** The page of the guide for each page of the app, by the beginning of its address; the longest one counts. */
export const GUIDE_PAGES: Readonly<Record<string, string>> = {
  '/': 'employees/your-days#home',
  '/me': 'employees/your-days#plan-and-desk',
  '/desks': 'employees/your-days#check-in',
  '/me/colleagues': 'employees/your-days#colleagues',
  '/me/floor': 'employees/your-days#floor-live',
  '/me/events': 'employees/your-days#events',
  '/me/visitors': 'employees/your-days#visitors',
  '/me/parking': 'employees/your-days#parking',
  '/me/time-off': 'employees/your-days#time-off',
  '/me/policy': 'administrators/policies',
  '/profile': 'employees/your-days#your-data',
  '/analytics': 'administrators/analytics',
  '/analytics/reports': 'administrators/analytics#saved-views',
  '/analytics/policy': 'administrators/policies',
  '/data': 'integrators/warehouse',
  '/data/refresh-runs': 'operators/refresh',
  '/data/changes': 'integrators/warehouse#keeping-a-copy',
  '/people': 'administrators/administration#find-a-person',
  '/sources': 'administrators/administration#sources-and-quarantine',
  '/quarantine': 'operators/quarantine',
  '/spaces': 'administrators/administration#spaces',
  '/admin/bookings': 'administrators/administration#bookings-for-others',
  '/admin/places': 'administrators/administration#places',
  '/admin/zones': 'administrators/administration#check-in',
  '/admin/calendars': 'administrators/administration#calendars-of-buildings',
  '/admin/kiosk-screens': 'administrators/administration#kiosk-screens',
  '/admin/users': 'administrators/administration#users',
  '/admin/groups': 'administrators/administration#groups',
  '/admin/policies': 'administrators/policies',
  '/admin/settings': 'administrators/administration#settings',
  '/admin/keys': 'operators/keys',
  '/admin/mail': 'administrators/administration#mail',
  '/admin/single-sign-on': 'administrators/single-sign-on',
  '/admin/provisioning': 'administrators/provisioning',
  '/admin/import': 'operators/import#in-the-browser',
  '/admin/audit': 'administrators/audit-log',
}

/** The address of the guide for a page of the app: its own page there, or the first one. */
export const guideAddress = (pathname: string): string => {
  const covering = Object.keys(GUIDE_PAGES).filter((path) => pathname === path || pathname.startsWith(`${path}/`))
  const longest = covering.reduce((best, path) => (path.length > best.length ? path : best), '')
  return `/guide/${GUIDE_PAGES[longest] ?? ''}`
}
