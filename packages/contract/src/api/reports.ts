import Type, { type Static } from 'typebox'
import { createdAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import {
  date,
  flag,
  id,
  integer,
  list,
  named,
  nullable,
  nullableObject,
  oneOf,
  text,
  timestamp,
  UUID_EXAMPLE,
} from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { ALL_USERS } from '../user-roles.ts'
import { REPORT_FREQUENCIES, REPORT_KEPT_DAYS, REPORT_PAGES } from '../view-pages.ts'
import { REPORT_LABELS, REPORT_ROWS, REPORT_TITLES, type ReportLabel, type ReportTitle } from './report-words.ts'

const frequency = oneOf(REPORT_FREQUENCIES, { description: 'How often a report is made.' })
const time = Type.String({
  pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'When, in the time zone of the organization.',
  examples: ['07:30'],
})
const day = integer(
  { minimum: 1, maximum: 28 },
  { description: 'On which day: weekly from Monday 1 to Sunday 7, monthly the day of the month.' },
)
const byMail = flag({ description: 'Whether it is also mailed, if the person has an e-mail address and wants such mail.' })

export const Subscription = named('Subscription', Type.Object({ frequency, day, time, byMail }))
export type Subscription = Static<typeof Subscription>

/** The subscription of the caller, as a part of a view. */
export const ownSubscription = nullableObject(
  Type.Object({ frequency, day, time, byMail, nextAt: timestamp({ description: 'When the next report is due.' }) }),
  { description: 'The subscription of the caller; null: none.' },
)

const UNITS = ['people', 'days', 'share', 'desks'] as const
const unit = oneOf(UNITS, { description: 'What its numbers count; a share is between 0 and 1.' })
const label = text(500, { description: 'What it is called.', example: 'Average daily attendance' })
const code = oneOf(Object.keys(REPORT_LABELS) as ReportLabel[], {
  description: 'The label as a code, for other languages.',
})
const titleCode = oneOf(Object.keys(REPORT_TITLES) as ReportTitle[], { description: 'The title as a code, for other languages.' })
const rowCode = nullable(
  oneOf(REPORT_ROWS, { description: 'The label as a code: a day, the week that begins on it, or no building; null: a name.' }),
)
const value = nullable(Type.Number({ description: 'Its value; null: withheld or unknown.', examples: [412.5] }))

export const ReportContent = named(
  'ReportContent',
  Type.Object(
    {
      figures: list(Type.Object({ label, code, unit, value }), {}, { description: 'The key figures.' }),
      tables: list(
        Type.Object({
          title: text(200, { description: 'What it shows.', example: 'People who came' }),
          titleCode,
          columns: list(Type.Object({ label, code, unit }), {}, { description: 'Its columns, after the one with the labels.' }),
          rows: list(
            Type.Object({
              label,
              code: rowCode,
              day: nullable(date({ description: 'The day of the row, or the first one of its week.' })),
              values: list(value, {}, { description: 'A value for each column.' }),
            }),
            {},
            { description: 'Its rows.' },
          ),
          isDrawn: flag({ description: 'Whether the first column is also drawn as bars.' }),
        }),
        {},
        { description: 'The numbers.' },
      ),
    },
    { description: 'The figures and tables.' },
  ),
)
export type ReportContent = Static<typeof ReportContent>

const asked = (what: string) =>
  list(
    Type.Object({
      id: text(100, { description: 'Its id; `none` stands for no building.', example: UUID_EXAMPLE }),
      name: nullable(text(200, { description: 'Its name at that time; null: it was gone.', example: 'Berlin' })),
    }),
    {},
    { description: `${what} that were asked for; none: all.` },
  )

export const ReportScope = named(
  'ReportScope',
  Type.Object(
    {
      from: date({ description: 'The first day.' }),
      to: date({ description: 'The last day; of a forecast, the day on which it was made, as the first one is.' }),
      locations: asked('The buildings'),
      groups: asked('The groups'),
    },
    { description: 'The scope as facts, for other languages.' },
  ),
)
export type ReportScope = Static<typeof ReportScope>

const summary = {
  reportId: id({ description: 'The report.' }),
  name: text(100, { description: 'Name of the view at that time.', example: 'Berlin, last 4 weeks' }),
  page: oneOf(REPORT_PAGES, { description: 'The page that it is about.' }),
  search: Type.String({
    description: 'The query of the page with the days of the report instead of a named period.',
    examples: ['from=2026-01-05&to=2026-01-30'],
  }),
  scope: text(1000, {
    description: 'Buildings, groups and days in words.',
    example: 'All buildings · All groups · 5–30 Jan 2026',
  }),
  scopeFacts: ReportScope,
  dueOn: date({ description: 'The day for which it was made, in the time zone of the organization.' }),
  createdAt,
}

const Report = named('Report', Type.Object({ ...summary, content: ReportContent }))
export type Report = Static<typeof Report>

const shared = { tag: 'analytics', roles: AUTOMATION, people: ALL_USERS } as const

export const listReports = endpoint({
  ...shared,
  operation: 'listReports',
  method: 'GET',
  path: '/api/reports',
  summary: 'List your reports',
  description: `What was made of the views to which you subscribed, the latest first. Reports are kept for ${REPORT_KEPT_DAYS} days.`,
  query: pageQuery({}),
  response: pageOf('ReportPage', named('ReportSummary', Type.Object(summary))),
})

export const getReport = endpoint({
  ...shared,
  operation: 'getReport',
  method: 'GET',
  path: '/api/reports/{reportId}',
  params: Type.Object({ reportId: pathId('The report.') }),
  summary: 'One of your reports',
  description: 'With its numbers as they were when it was made. Only as long as your roles may open its page.',
  response: Report,
})
