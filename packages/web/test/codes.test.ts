import type { Endpoint, HeadcountExplanation, OccupancyExplanation, ReportScope, VisitsExplanation } from '@rollcall/contract'
import {
  ATTENDANCE_RULES,
  AUDIT_ACTIONS,
  ENDPOINTS,
  ERRORS,
  FIELD_ERRORS,
  REPORT_LABELS,
  REPORT_ROWS,
  REPORT_TITLES,
} from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { scopeInWords, showDays } from '../../server/src/warehouse/analytics/report-scope.ts'
import { headcountSentences } from '../../server/src/warehouse/explain/explain-headcount.ts'
import { occupancySentences } from '../../server/src/warehouse/explain/explain-occupancy.ts'
import type { RuleFacts } from '../../server/src/warehouse/explain/explain-rule.ts'
import { explainRule } from '../../server/src/warehouse/explain/explain-rule.ts'
import { visitRule, visitSentences } from '../../server/src/warehouse/explain/explain-visits.ts'
import { FIELD_WORDS } from '../src/errors/field-errors.ts'
import { ERROR_WORDS, errorForPeople, knownError } from '../src/errors/known-errors.ts'
import { ACTION_WORDS } from '../src/pages/admin/audit/action-words.ts'
import { valueWord } from '../src/pages/admin/audit/change-rows.ts'
import { fieldWord } from '../src/pages/admin/audit/field-words.ts'
import { LABELS, rowWords, scopeWords, TITLES } from '../src/pages/analytics/reports/report-words.ts'
import { headcountWords, occupancyWords, visitsWords, visitWords } from '../src/pages/data/explorer/figure-words.ts'
import { ruleWords } from '../src/pages/troubleshooting/person/rule-words.ts'

import { fullDay } from '../src/time/days.ts'

/** The keywords of JSON Schema that reject a value, as the schemas of the contract use them. */
const keywordsOf = (schema: unknown, found = new Set<string>()): Set<string> => {
  if (Array.isArray(schema)) for (const each of schema) keywordsOf(each, found)
  else if (schema !== null && typeof schema === 'object') {
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties' || key === 'patternProperties') for (const each of Object.values(value)) keywordsOf(each, found)
      else if (!NO_RULES.includes(key)) keywordsOf(value, found.add(key))
    }
  }
  return found
}
const NO_RULES = [
  'examples',
  'default',
  'deprecated',
  'description',
  'items',
  '$id',
  '$ref',
  'title',
  '$defs',
  'contentEncoding',
  'x-comma-list',
]

/** Acts whose entries have the fields of their requests. */
const RECORDED =
  /^(?:attribute-mapping|bay|calendar|closure|day-note|group|identity-provider|key|kiosk-screen|level|location|outage|place|policy|provider|settings|space|user|view|zone)\.(?:create|set|update)$/
/** What requests have and entries have not, and the coordinates of a desk, which are the same in every language. */
const NOT_RECORDED = ['blocked', 'changes', 'credential', 'ids', 'items', 'x', 'y']

/** The part of a schema that says which values a field may have. */
interface Choices {
  readonly enum?: readonly (string | null)[]
  readonly items?: Choices
}

const FIELDS = Object.values<Endpoint>(ENDPOINTS)
  .filter(({ audit }) => typeof audit === 'string' && RECORDED.test(audit))
  .flatMap(({ body }) =>
    Object.entries((body as { properties?: Readonly<Record<string, Choices>> } | undefined)?.properties ?? {}),
  )

/** Every code is a key, and its sentence is not empty. `translations.test.ts` asks for the other languages of each. */
describe('the app has words for every code that the service sends', () => {
  it.each([
    ['errors', Object.keys(ERRORS), ERROR_WORDS],
    ['rules of fields', FIELD_ERRORS, FIELD_WORDS],
    ['acts of the audit log', Object.keys(AUDIT_ACTIONS), ACTION_WORDS],
  ] as const)('%s', (_, codes, words) => {
    expect(Object.keys(words).sort()).toEqual([...codes].sort())
    expect(Object.values<string>(words).filter((sentence) => sentence.trim().length < 3)).toEqual([])
  })

  it('labels, titles, rows and scopes of reports, in English those of the service', () => {
    expect(LABELS).toEqual(REPORT_LABELS)
    expect(TITLES).toEqual(REPORT_TITLES)
    const row = { label: 'Berlin', code: null, day: null }
    const days = REPORT_ROWS.map((code) => rowWords({ ...row, code, day: '2026-03-09' }))
    expect([rowWords(row), ...days]).toEqual(['Berlin', 'Mon 9 Mar', 'Week of Mon 9 Mar', 'No building'])
    const asked = (...ids: string[]) => ids.map((id) => ({ id, name: id === 'b' ? 'Berlin' : null }))
    for (const [locations, groups] of [
      [[], []],
      [asked('b', 'none'), asked('x')],
      [asked(...'abcde'), asked(...'abcdef')],
    ]) {
      const scopeFacts = { from: '2026-03-09', to: '2026-03-15', locations, groups } as ReportScope
      const [page, forecast] = ['/analytics/attendance', '/analytics/forecast'] as const
      expect(scopeWords({ page, scopeFacts })).toBe(`${scopeInWords(scopeFacts)} · ${showDays('2026-03-09', '2026-03-15')}`)
      expect(scopeWords({ page: forecast, scopeFacts })).toMatch(/ · as of Sun 15 Mar 2026$/)
    }
  })

  it('fields that forms and settings change, as the audit log has them', () => {
    const fields = new Set(FIELDS.map(([field]) => field))
    expect(fields.size).toBeGreaterThan(70)
    expect([...fields].filter((field) => !NOT_RECORDED.includes(field) && fieldWord(field) === undefined)).toEqual([])
  })

  it('values that these fields are chosen from, except the addresses of pages', () => {
    const values = FIELDS.flatMap(([field, { enum: own, items }]) =>
      (own ?? items?.enum ?? []).filter((value) => value !== null).map((value) => ({ field, value })),
    )
    expect(new Set(values.map(({ field }) => field)).size).toBeGreaterThan(10)
    expect(values.filter(({ field, value }) => field !== 'page' && valueWord(field, value) === value)).toEqual([])
  })

  it('names the rules that bodies and queries can break', () => {
    const used = Object.values(ENDPOINTS).flatMap((endpoint) => [
      ...keywordsOf([(endpoint as { body?: unknown }).body, (endpoint as { query?: unknown }).query]),
    ])
    expect(used.length).toBeGreaterThan(500)
    expect([...new Set(used)].filter((keyword) => !(FIELD_ERRORS as readonly string[]).includes(keyword))).toEqual([])
  })

  it('and adds what the service says to an error with many causes', () => {
    expect(knownError('conflict', 'You have 20 views.')).toBe(
      'This does not fit the current state. The service says: “You have 20 views.”',
    )
    expect(knownError('desk_taken', 'Desk D-1.')).toBe('The desk is taken on this day. Choose another desk or day.')
    expect(knownError('newer_than_the_app')).toBeUndefined()
    // In English, only what is for programs has other words.
    expect(errorForPeople('desk_taken', ERRORS.desk_taken.detail)).toBeUndefined()
    expect(errorForPeople('invalid_body', ERRORS.invalid_body.detail)).toBe(
      'Something that was entered is not valid. Nothing was changed.',
    )
  })
})

describe('a rule of attendance', () => {
  const location = { locationName: 'Berlin', reportsFrom: '2026-01-05' } as RuleFacts['plannedLocation']
  const closure = { locationName: 'Berlin', dayType: 'holiday', name: 'New Year', hasOutage: false } as const
  const attendance = (attendanceType: string | null, plan: string | null, checkedInAt: Date | null = null) =>
    ({ attendanceType, plan, checkedInAt, firstSeenAt: null }) as RuleFacts['attendance']
  const seen = [{ locationName: 'Paris', sourceId: 'gates', timestamp: '2026-03-02T07:57:00Z' }]
  const nothing = {
    attendance: undefined,
    plan: null,
    plannedLocation: null,
    special: undefined,
    counted: [],
    timeZone: 'Europe/Berlin',
  }
  const cases: readonly RuleFacts[] = [
    nothing,
    { ...nothing, plan: { plan: 'o' } as RuleFacts['plan'] },
    { ...nothing, attendance: attendance('confirmed', 'o'), plannedLocation: location, counted: seen },
    { ...nothing, attendance: attendance('confirmed', 'o', new Date('2026-03-02T08:00:00Z')), plannedLocation: location },
    { ...nothing, attendance: attendance('walkIn', null, new Date('2026-03-02T08:00:00Z')), special: closure },
    { ...nothing, attendance: attendance('noShow', 'o'), plannedLocation: location },
    { ...nothing, attendance: attendance('unconfirmed', 'o'), plannedLocation: location },
    { ...nothing, attendance: attendance('unconfirmed', 'o') },
    {
      ...nothing,
      attendance: attendance('unconfirmed', 'o'),
      plannedLocation: location,
      special: { ...closure, dayType: null, hasOutage: true },
    },
    { ...nothing, attendance: attendance('walkIn', 'o'), plannedLocation: location, counted: seen },
    { ...nothing, attendance: attendance('walkIn', 'o'), counted: seen },
    { ...nothing, attendance: attendance('walkIn', 'r'), counted: seen },
    { ...nothing, attendance: attendance('walkIn', null), counted: seen },
    { ...nothing, attendance: attendance('walkIn', null), counted: seen, special: { ...closure, dayType: 'closed' } },
    { ...nothing, attendance: attendance(null, 'a') },
    { ...nothing, attendance: attendance(null, null), special: closure },
    { ...nothing, attendance: attendance(null, 'o'), plannedLocation: location },
  ]

  it('is the sentence of the service, from its facts', () => {
    const rules = cases.map(explainRule)
    expect(new Set(rules.map(({ code }) => code))).toEqual(new Set(ATTENDANCE_RULES))
    expect(rules.map((rule) => ruleWords({ ...rule, text: '' }))).toEqual(rules.map(({ text }) => text))
  })
})

describe('a figure of the explorer is explained by the sentences of the service, from its facts', () => {
  it('headcount, of a building, a level and a zone, whatever is known', () => {
    const day = '2026-03-02'
    const building = {
      ...{ day, hour: 9, locationName: 'Berlin', levelName: null, zoneName: null, locationType: 'location', hasRow: true },
      ...{ people: 2, seenOnDay: 3, visitors: 1, planned: 3, booked: 1, capacity: 1, capacities: [{}] },
      plans: [{ decidedBy: 'booking' }, { decidedBy: 'plan' }, { decidedBy: 'primaryLocation' }],
    } as unknown as HeadcountExplanation
    const level = { ...building, levelName: '2', locationType: 'level', visitors: null, planned: null, booked: 2 } as const
    const zone = {
      ...level,
      zoneName: 'North',
      locationType: 'zone',
      people: null,
      capacity: 9,
      capacities: [] as typeof building.capacities,
    } as const
    const cases: HeadcountExplanation[] = [
      building,
      { ...building, people: 1, visitors: 0, planned: 5 },
      { ...building, people: null, planned: 1, plans: [] },
      level,
      { ...level, people: null },
      zone,
      { ...zone, hasRow: false },
    ]
    for (const of of cases) {
      const said = headcountSentences(of, of.zoneName ?? of.levelName ?? of.locationName)
      expect(headcountWords(of)).toEqual(said.map((sentence) => sentence.replaceAll(day, fullDay(day))))
    }
  })

  it('occupancy', () => {
    const counted = { samples: 2, minCount: 0, maxCount: 6, averageCount: 2.5, occupiedMinutes: 45 }
    const earlier = [{ isSample: false }, { isSample: true }] as OccupancyExplanation['reports']
    const uncounted = { ...counted, minCount: null, maxCount: null, averageCount: null }
    for (const [figures, reports] of [
      [counted, earlier],
      [{ ...uncounted, samples: 1 }, []],
    ] as const) {
      const of = { ...figures, reports } as unknown as OccupancyExplanation
      expect(occupancyWords(of)).toEqual(occupancySentences(of, of.reports))
    }
  })

  it('visits', () => {
    const zone = 'Europe/Berlin'
    const event = (eventType: 'arrived' | 'departed', timestamp: string) => ({ eventType, timestamp, sourceId: 'reception' })
    const [arrivedAt, departedAt] = ['2026-03-02T08:30:00Z', '2026-03-02T10:00:00Z']
    const both = [event('arrived', arrivedAt), event('departed', departedAt)]
    const announced = {
      visitType: 'announced',
      status: 'departed',
      hostUserName: 'ada@example.com',
      arrivedAt,
      departedAt,
      events: both,
    }
    const cases = [
      announced,
      { ...announced, hostUserName: null, departedAt: null, events: both.slice(0, 1) },
      { ...announced, visitType: 'walkIn', arrivedAt: null, events: both.slice(1) },
      { ...announced, arrivedAt: null, departedAt: null, events: [] },
      { ...announced, status: 'cancelled' },
    ] as unknown as VisitsExplanation['visits']
    for (const visit of cases) expect(visitWords(visit, zone)).toBe(visitRule(visit, visit.events, zone))
    for (const unmatched of [[], both] as unknown as VisitsExplanation['unmatched'][])
      expect(visitsWords({ unmatched })).toEqual(visitSentences(unmatched))
  })
})
