import { t } from '@lingui/core/macro'
import type { ImportOutcome } from '@rollcall/contract'
import { FIELD_WORDS, knownFieldError } from '../../../errors/field-errors.ts'

type Fault = ImportOutcome['faults'][number]

/** Rules of the schema, which the service states in terms of the schema. */
const SCHEMA_RULES = [
  ...(['additionalProperties', 'anyOf', 'const', 'format', 'multipleOf', 'not', 'oneOf', 'pattern', 'propertyNames'] as const),
  'type',
] as const

/** What is wrong at a place of the file, as a sentence. */
export const faultText = ({ code, message, pointer }: Fault): string => {
  if (code === 'pattern' && /email$/i.test(pointer)) return t`This is not an e-mail address such as ada@example.com.`
  const rule = SCHEMA_RULES.find((each) => each === code)
  return knownFieldError({ code }) ?? (rule ? FIELD_WORDS[rule] : message)
}
