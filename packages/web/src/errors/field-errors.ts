import { msg, t } from '@lingui/core/macro'
import type { FieldErrorCode } from '@rollcall/contract'
import { LANGUAGE } from '../language/language.ts'
import { laterWords } from '../language/later-words.ts'
import { knownError } from './known-errors.ts'

/** What is wrong with a field or an entry of a file, by the rule that it breaks. The service says it in English, with more detail. */
export const FIELD_WORDS: Readonly<Record<FieldErrorCode, string>> = laterWords({
  required: msg`This is required.`,
  additionalProperties: msg`This is not known here.`,
  unknown_field: msg`This is not known here.`,
  unknown_parameter: msg`This is not known here.`,
  propertyNames: msg`One of the names is not possible.`,
  type: msg`This has the wrong kind of value.`,
  enum: msg`This is none of the possible values.`,
  const: msg`This is none of the possible values.`,
  anyOf: msg`This has none of the forms that are allowed.`,
  oneOf: msg`This has none of the forms that are allowed.`,
  not: msg`This value is not possible.`,
  pattern: msg`This does not have the right format.`,
  format: msg`This does not have the right format.`,
  minLength: msg`This is too short.`,
  maxLength: msg`This is too long.`,
  minimum: msg`This is too small.`,
  exclusiveMinimum: msg`This is too small.`,
  maximum: msg`This is too large.`,
  exclusiveMaximum: msg`This is too large.`,
  multipleOf: msg`This number is not possible.`,
  minItems: msg`These are too few entries.`,
  maxItems: msg`These are too many entries.`,
  minProperties: msg`These are too few entries.`,
  maxProperties: msg`These are too many entries.`,
  uniqueItems: msg`An entry is in the list twice.`,
  duplicate: msg`This is in the list already.`,
  repeated: msg`This is in the list already.`,
  calendar: msg`This is not a calendar file that can be read.`,
  credential: msg`This is not a valid credential.`,
  cursor: msg`This does not belong to the list.`,
  dataset: msg`There is no such dataset.`,
  date: msg`This is not a day of the calendar.`,
  day: msg`This is not on the right day.`,
  image: msg`This picture cannot be used.`,
  invalid: msg`This is not valid.`,
  issuer: msg`This is not the issuer that the provider names.`,
  mismatch: msg`This does not match.`,
  other_building: msg`This belongs to another building.`,
  parent: msg`This does not belong to what contains it.`,
  past: msg`This must be in the future.`,
  personal: msg`This names the person. It is stored forever, so leave out the name.`,
  position: msg`The position is incomplete.`,
  range: msg`This is outside the possible range.`,
  rule: msg`The rule is incomplete.`,
  several_parents: msg`The group has several groups above it.`,
  text: msg`The text contains characters that cannot be stored.`,
  timestamp: msg`This is not a time that exists.`,
  unavailable: msg`This is not available.`,
  capacity_exceeded: msg`It is full on this day.`,
  capacity_missing: msg`A neighborhood needs a capacity, or desks to count.`,
  day_closed: msg`It is closed on this day.`,
  desk_taken: msg`The desk is taken on this day.`,
  duplicate_booking: msg`The file has a booking for this person and day already.`,
  duplicate_day_plan: msg`The file has a plan for this person and day already.`,
  duplicate_id: msg`The id occurs twice.`,
  duplicate_identity: msg`The source names another person in the same way already.`,
  duplicate_member: msg`The person is in the list already.`,
  duplicate_name: msg`The name occurs twice.`,
  ends_before_start: msg`It ends before it begins.`,
  entity_not_found: msg`This does not exist, or not anymore.`,
  erased: msg`The person was erased.`,
  group_cycle: msg`The group would be above itself.`,
  group_origin: msg`The group can be changed only where it comes from.`,
  group_too_deep: msg`The group would be too many levels deep.`,
  inactive: msg`This is inactive.`,
  invalid_attribute: msg`The attribute has a value that is not possible.`,
  invalid_date: msg`This is not a day of the calendar.`,
  invalid_text: msg`The text contains characters that cannot be stored.`,
  invalid_time_zone: msg`This is not a time zone such as Europe/Berlin.`,
  invalid_timestamp: msg`This is not a time that exists.`,
  name_taken: msg`The name is taken.`,
  not_an_office_day: msg`The day is not planned as an office day.`,
  parent_changed: msg`This cannot move to another place.`,
  reference_incomplete: msg`What it refers to is not named completely.`,
  reference_mismatch: msg`This is not in what is named beside it.`,
  reference_unknown: msg`What it refers to does not exist.`,
  too_many_faults: msg`There are more errors, which are not listed.`,
  user_inactive: msg`The person is inactive.`,
  user_origin: msg`The person comes from a provider, and is changed only there.`,
})

interface FieldError {
  readonly code: string
  readonly message: string
}

/** The error in the language of the app; undefined in English, which the service writes, and for codes that are newer than the app. */
export const knownFieldError = ({ code }: Pick<FieldError, 'code'>): string | undefined =>
  LANGUAGE === 'en' ? undefined : Object.hasOwn(FIELD_WORDS, code) ? FIELD_WORDS[code as FieldErrorCode] : knownError(code)

/** The error as a sentence below its field. */
export const fieldErrorText = (error: FieldError): string => {
  const { message } = error
  return knownFieldError(error) ?? t`This ${message}.`
}
