/** Where the pages of analytics are: loaded with the first of them. */
export const PAGES = {
  AttendancePage: () => import('./attendance/attendance-page.tsx'),
  HeadcountPage: () => import('./headcount/headcount-page.tsx'),
  DesksPage: () => import('./desks/desks-page.tsx'),
  GroupsPage: () => import('./groups/groups-page.tsx'),
  FuturePage: () => import('./future/future-page.tsx'),
  ForecastPage: () => import('./forecast/forecast-page.tsx'),
  PolicyPage: () => import('./policy/policy-page.tsx'),
  PeoplePage: () => import('./people/people-page.tsx'),
  ReportsPage: () => import('./reports/reports-page.tsx'),
  ReportPage: () => import('./reports/report-page.tsx'),
}
