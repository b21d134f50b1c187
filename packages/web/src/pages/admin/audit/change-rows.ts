import { t } from '@lingui/core/macro'
import { showNumber } from '../../../components/format.ts'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import { LANGUAGE, LANGUAGES } from '../../../language/language.ts'
import { fullDay, isDay, nameOfWeekday } from '../../../time/days.ts'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { OUTAGE_STATUS_NAMES } from '../calendar/outage-words.ts'
import { SECTION_NAMES } from '../import/section-names.ts'
import { KEY_ROLE_NAMES, METHOD_WORDS } from '../keys/key-words.ts'
import { COLOR_NAMES } from '../kiosk-screens/screen-colors.ts'
import { BUILDING, DESK, ZONE } from '../places/kinds/kinds.ts'
import { POLICY_KIND_NAMES } from '../policies/policy-kinds.ts'
import { FAIRNESS_NAMES } from '../settings/settings-form.ts'
import { CLIENT_AUTHENTICATION_NAMES, LINK_NAMES } from '../sso/sso-words.ts'
import type { Entry } from './audit-entries.ts'
import { ATTRIBUTE_PREFIX, fieldWord } from './field-words.ts'

interface ChangeRow {
  /** The name of the field in the API. */
  readonly code: string
  /** Its name in words, if it has one. */
  readonly word: string | undefined
  readonly before: string
  readonly after: string
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** With a field for each attribute of a user instead of one for all of them. */
const withAttributes = (fields: Fields): Fields => {
  const { attributes, ...others } = fields
  if (!isFields(attributes)) return fields
  const each = Object.entries(attributes).map(([name, value]) => [`${ATTRIBUTE_PREFIX}${name}`, value])
  return { ...others, ...Object.fromEntries(each) }
}

/** Exact, because a difference in the last digit is a change too. */
const EXACT = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 12 })
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** The choices of the forms of buildings and what is in them, by their field. */
const CHOICES = Object.fromEntries(
  [BUILDING, ZONE, DESK]
    .flatMap(({ fields }) => fields)
    .map(({ name, choices = [] }) => [name, Object.fromEntries(choices.map(({ value, label }) => [value, label]))]),
)

/** Values that have words, by their field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...CHOICES,
  authMethods: Object.fromEntries(Object.entries(METHOD_WORDS).map(([method, { label }]) => [method, label])),
  clientAuthentication: CLIENT_AUTHENTICATION_NAMES,
  colors: COLOR_NAMES,
  deskFairness: FAIRNESS_NAMES,
  kind: POLICY_KIND_NAMES,
  language: LANGUAGES,
  linksBy: LINK_NAMES,
  role: KEY_ROLE_NAMES,
  roles: ROLE_NAMES,
  sharedWith: ROLE_NAMES,
  status: { active: t`Active`, inactive: t`Inactive`, ...OUTAGE_STATUS_NAMES },
  visibility: Object.fromEntries([
    ['everyone', t`Yes`],
    ['nobody', t`No`],
  ]),
}

/** A value of a field in words; the value itself if it has none. */
export const valueWord = (field: string, value: string): string => {
  const words = Object.hasOwn(VALUES, field) ? VALUES[field] : undefined
  return (words && Object.hasOwn(words, value) ? words[value] : undefined) ?? value
}

/** The fields that are lists of weekdays, from 1 for Monday. */
const WEEKDAYS = ['weekdays', 'workingDays']

const itemText = (code: string, item: unknown): string => {
  if (typeof item === 'string') return valueWord(code, item)
  if (code === 'roleMappings' && isFields(item)) return `${item.claim} = ${item.value}: ${valueWord('roles', String(item.role))}`
  return typeof item === 'number' && WEEKDAYS.includes(code) ? nameOfWeekday(item) : JSON.stringify(item)
}

const COUNTS: Readonly<Record<string, (count: string) => string>> = {
  created: (count) => t`${count} created`,
  updated: (count) => t`${count} changed`,
  removed: (count) => t`${count} removed`,
}

const countsText = (counts: Fields): string =>
  Object.entries(COUNTS)
    .flatMap(([part, words]) => {
      const count = counts[part]
      return typeof count === 'number' && count > 0 ? [words(showNumber(count))] : []
    })
    .join(', ')

const sectionName = (kind: string): string =>
  Object.hasOwn(SECTION_NAMES, kind) ? SECTION_NAMES[kind as keyof typeof SECTION_NAMES] : kind

/** How many of each kind an import created, changed and removed. */
const importedText = (changes: Fields): string =>
  Object.entries(changes)
    .map(([kind, counts]) => {
      const name = sectionName(kind)
      const values = isFields(counts) ? countsText(counts) : JSON.stringify(counts)
      return t`${name}: ${values}`
    })
    .join('; ')

const textOf = (code: string, fields: Fields): string => {
  const value = Object.hasOwn(fields, code) ? fields[code] : undefined
  if (value === undefined || value === null) return '–'
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (typeof value === 'number') return EXACT.format(value)
  if (Array.isArray(value)) return value.map((item) => itemText(code, item)).join(', ') || '–'
  if (code === 'changes' && isFields(value)) return importedText(value) || '–'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isDay(value)) return fullDay(value)
  return MOMENT.test(value) ? exactMomentText(value, readerZone()) : valueWord(code, value)
}

/** The service withholds values that may be secret, and cuts texts at this length, so two that differ may be shown as equal. */
const CUT_LENGTH = 500
const isIncomplete = (value: unknown): boolean =>
  value === '(withheld)' || (typeof value === 'string' && value.length >= CUT_LENGTH)

/** Whether the field is the id of what another field of the entry names under the same word. */
const isNamed = (code: string, codes: readonly string[]): boolean => {
  const name = code.replace(/Id$/, 'Name')
  return name !== code && codes.includes(name) && fieldWord(name) !== undefined && fieldWord(name) === fieldWord(code)
}

/**
 * The fields of an entry before and after, in words. Of the attributes of a user, only those that differ, or may differ; of what
 * has an id and a name, only the name.
 */
export const changeRows = (entry: Pick<Entry, 'before' | 'after'>): readonly ChangeRow[] => {
  const [before, after] = [withAttributes(entry.before ?? {}), withAttributes(entry.after ?? {})]
  const codes = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return codes
    .filter((code) => !code.startsWith(ATTRIBUTE_PREFIX) || before[code] !== after[code] || isIncomplete(before[code]))
    .filter((code) => !isNamed(code, codes))
    .map((code) => ({
      code,
      word: fieldWord(code),
      before: textOf(code, before),
      after: textOf(code, after),
    }))
}

/** A line has at most this many fields, and characters. */
const [MOST_FIELDS, MOST_CHARACTERS] = [3, 200]

/** What an import changed; undefined if it was nothing. */
const importText = (rows: readonly ChangeRow[]): string | undefined => {
  const texts = rows.flatMap(({ code, word: name = code, after: values }) => {
    if (code === 'usersDeactivated') return t`${name}: ${values}`
    return code === 'changes' && values !== '–' ? values : []
  })
  return texts.length > 0 ? texts.join('; ') : undefined
}

/** Which id of which source a person got; undefined once the person is erased. */
const givenText = ({ sourceId, sourceUserId }: Fields): string | undefined =>
  typeof sourceId === 'string' && typeof sourceUserId === 'string' ? t`${sourceUserId} of ${sourceId}` : undefined

/** What an entry changed, where a line can say it: an import in numbers, and few fields with their values. */
export const changeText = ({ action, before, after }: Pick<Entry, 'action' | 'before' | 'after'>): string | undefined => {
  const rows = changeRows({ before, after })
  if (action === 'import.run') return importText(rows)
  if (action === 'identity.give' && after) return givenText(after)
  if (!before || !after || rows.length > MOST_FIELDS) return undefined
  const text = rows
    .map(({ code, word: name = code, ...of }) => {
      const values = `${of.before} → ${of.after}`
      return t`${name}: ${values}`
    })
    .join('; ')
  return text === '' || text.length > MOST_CHARACTERS ? undefined : text
}
