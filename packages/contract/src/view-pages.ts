import { ADMINISTRATORS, ANALYSTS, type UserRole } from './user-roles.ts'

/** The pages of the web app whose question can be saved as a view, and the roles that may open them. */
export const VIEW_PAGES = {
  '/analytics/attendance': ADMINISTRATORS,
  '/analytics/headcount': ADMINISTRATORS,
  '/analytics/desks': ADMINISTRATORS,
  '/analytics/groups': ADMINISTRATORS,
  '/analytics/future': ADMINISTRATORS,
  '/analytics/forecast': ADMINISTRATORS,
  '/analytics/policy': ADMINISTRATORS,
  '/analytics/people': ANALYSTS,
  '/data': ANALYSTS,
  '/data/changes': ANALYSTS,
} as const satisfies Record<string, readonly UserRole[]>

export type ViewPage = keyof typeof VIEW_PAGES
export const VIEW_PAGE_PATHS = Object.keys(VIEW_PAGES) as ViewPage[]

export const MAX_OWN_VIEWS = 100
export const MAX_SHARED_VIEWS = 300

/** The pages of which reports are made: figures only, because lists of people are not sent around. */
export const REPORT_PAGES = ['/analytics/attendance', '/analytics/headcount', '/analytics/groups', '/analytics/forecast'] as const
export type ReportPage = (typeof REPORT_PAGES)[number]

export const REPORT_FREQUENCIES = ['weekly', 'monthly'] as const
/** How long a person finds past reports. */
export const REPORT_KEPT_DAYS = 400
