/** Where the pages of one's own days are: loaded with the first of them. */
export const PAGES = {
  PlanPage: () => import('./plan/plan-page.tsx'),
  DeskPage: () => import('./desk/desk-page.tsx'),
  ColleaguesPage: () => import('./colleagues/colleagues-page.tsx'),
  FloorPage: () => import('./floor/floor-page.tsx'),
  EventsPage: () => import('./events/events-page.tsx'),
  VisitorsPage: () => import('./visitors/visitors-page.tsx'),
  ParkingPage: () => import('./parking/parking-page.tsx'),
  ScannedDeskPage: () => import('./check-in/scanned-desk-page.tsx'),
  TimeOffPage: () => import('./time-off/time-off-page.tsx'),
  PolicyPage: () => import('./policy/policy-page.tsx'),
}
