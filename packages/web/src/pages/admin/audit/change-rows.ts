import { t } from '@lingui/core/macro'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import { LANGUAGE } from '../../../language/language.ts'
import { fullDay, isDay } from '../../../time/days.ts'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
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

/** Values that have words, by their field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roles: ROLE_NAMES,
  status: { active: t`Active`, inactive: t`Inactive` },
  visibility: Object.fromEntries([
    ['everyone', t`Yes`],
    ['nobody', t`No`],
  ]),
}

const wordOf = (field: string, value: string): string => {
  const words = Object.hasOwn(VALUES, field) ? VALUES[field] : undefined
  return (words && Object.hasOwn(words, value) ? words[value] : undefined) ?? value
}

const textOf = (code: string, fields: Fields): string => {
  const value = Object.hasOwn(fields, code) ? fields[code] : undefined
  if (value === undefined || value === null) return '–'
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (typeof value === 'number') return EXACT.format(value)
  if (code === 'roles' && Array.isArray(value)) return value.map((role) => wordOf(code, String(role))).join(', ') || '–'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isDay(value)) return fullDay(value)
  return MOMENT.test(value) ? exactMomentText(value, readerZone()) : wordOf(code, value)
}

/** The service withholds values that may be secret, and cuts texts at this length, so two that differ may be shown as equal. */
const CUT_LENGTH = 500
const isIncomplete = (value: unknown): boolean =>
  value === '(withheld)' || (typeof value === 'string' && value.length >= CUT_LENGTH)

/** The fields of an entry before and after, in words. Of the attributes of a user, only those that differ, or may differ. */
export const changeRows = (entry: Pick<Entry, 'before' | 'after'>): readonly ChangeRow[] => {
  const [before, after] = [withAttributes(entry.before ?? {}), withAttributes(entry.after ?? {})]
  const codes = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return codes
    .filter((code) => !code.startsWith(ATTRIBUTE_PREFIX) || before[code] !== after[code] || isIncomplete(before[code]))
    .map((code) => ({
      code,
      word: fieldWord(code),
      before: textOf(code, before),
      after: textOf(code, after),
    }))
}
