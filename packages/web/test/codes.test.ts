import { ATTENDANCE_RULES, AUDIT_ACTIONS, ENDPOINTS, ERRORS, FIELD_ERRORS } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import type { RuleFacts } from '../../server/src/warehouse/explain/explain-rule.ts'
import { explainRule } from '../../server/src/warehouse/explain/explain-rule.ts'
import { FIELD_WORDS } from '../src/errors/field-errors.ts'
import { ERROR_WORDS, knownError } from '../src/errors/known-errors.ts'
import { ACTION_WORDS } from '../src/pages/admin/audit/action-words.ts'
import { ruleWords } from '../src/pages/troubleshooting/person/rule-words.ts'

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
