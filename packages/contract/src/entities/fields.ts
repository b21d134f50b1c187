import type { TSchema } from 'typebox'
import { nullable, optionalEmail, optionalText, text } from '../schema/atoms.ts'

interface TextOptions {
  /** What forms and pages call it. */
  readonly label: string
  /** For the reference, without a full stop. */
  readonly description: string
  readonly example: string
  readonly maxLength: number
  readonly isEmail?: boolean
  /** Whether it says something about a person, so that erasing the person removes it. */
  readonly isPersonal: boolean
  /** Whether the import file may give it. */
  readonly isImported: boolean
  /** Whether the dataset of the entity has it, and with it every copy. */
  readonly isPublished: boolean
}

/** A fact that an entity may have: a text in the column of the same name in snake case. */
export interface Field extends TextOptions {
  /** In answers: null where there is none. */
  readonly shown: TSchema
  /** In requests and in the import file: absent keeps what is stored, null and the empty text clear it. */
  readonly given: TSchema
}

/** By the name that the field has everywhere. Answers, forms, the import, datasets, copies and erasure are derived from it. */
export type Fields = Readonly<Record<string, Field>>

export const textField = <const O extends TextOptions>(options: O) => {
  const { description, example, maxLength, isEmail } = options
  const input = { description: `${description}.`, example }
  return {
    ...options,
    shown: nullable(text(maxLength, { description: `${description}; null if there is none.`, example })),
    given: isEmail ? optionalEmail(input) : optionalText(maxLength, input),
  } as const
}

type Part<F extends Fields, P extends 'shown' | 'given'> = { [N in keyof F]: F[N][P] }
type Only<F extends Fields, P extends 'isImported' | 'isPublished'> = {
  [N in keyof F as F[N][P] extends true ? N : never]: F[N]
}

/** Properties of the schema of an answer. */
export const shownFields = <const F extends Fields>(fields: F): Part<F, 'shown'> =>
  mapFields(fields, ({ shown }) => shown) as never

/** Properties of the schema of a request. */
export const givenFields = <const F extends Fields>(fields: F): Part<F, 'given'> =>
  mapFields(fields, ({ given }) => given) as never

export const importedFields = <const F extends Fields>(fields: F): Only<F, 'isImported'> =>
  filterFields(fields, ({ isImported }) => isImported) as never

export const publishedFields = <const F extends Fields>(fields: F): Only<F, 'isPublished'> =>
  filterFields(fields, ({ isPublished }) => isPublished) as never

const mapFields = (fields: Fields, part: (field: Field) => TSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, part(field)]))

const filterFields = (fields: Fields, isKept: (field: Field) => boolean) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isKept(field)))
