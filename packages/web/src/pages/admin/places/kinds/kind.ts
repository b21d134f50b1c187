import { t } from '@lingui/core/macro'
import type { Operation } from '@rollcall/contract'
import type { ListColumn } from '../../../../components/table/columns.ts'

/** A node of a building, as an item of its list. */
export type Item = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** A field of the body that creates or changes a node. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly description?: string
  /** What a change of it does; said only of what exists already. */
  readonly whenChanged?: string
  readonly type: 'text' | 'integer' | 'number' | 'flag' | 'date' | 'time' | 'choice' | 'choices' | 'timeZone' | 'user'
  readonly required?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  /** The initial value in a new node. */
  readonly initial?: string | number | boolean | readonly string[]
  /** The choices, if they are always the same. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Whether the field applies, given the other values. */
  readonly isShown?: (values: Readonly<Record<string, unknown>>) => boolean
}

export type KindName = 'building' | 'level' | 'zone' | 'desk' | 'space' | 'parking-bay'

/** Everything that pages need to know about one kind of node. */
export interface Kind {
  readonly name: KindName
  readonly idField: string
  readonly nameField: string
  /** Also the name of its path parameter. */
  readonly create: Operation
  readonly createMany: Operation
  readonly update: Operation
  readonly previewDeactivation: Operation
  /** Read again after a change. */
  readonly lists: readonly Operation[]
  readonly fields: readonly Field[]
  readonly columns: readonly ListColumn<Item>[]
  /** Explains what happens when it becomes inactive. */
  readonly whenInactive: string
  /** An example of a name with a number, for adding several at once. */
  readonly example: string
}

/** What is said below a field, of a new node or of one that exists already. */
export const descriptionOf = ({ description, whenChanged }: Field, isChange: boolean): string | undefined =>
  [description, isChange ? whenChanged : undefined].filter(Boolean).join(' ') || undefined

/** The label of a position on the floor plan. */
export const metersOf = (axis: 'x' | 'y'): string => t`${axis}, meters`

export const idOf = ({ idField }: Kind, item: Item): string => String(item[idField])
export const nameOf = ({ nameField }: Kind, item: Item): string => String(item[nameField])

/** The name of a node. */
export const nameField = (field: string, description: string): Field => ({
  name: field,
  label: t`Name`,
  description,
  type: 'text',
  required: true,
  maxLength: 200,
})

export const numberIn = (key: string, name: string, field: string): ListColumn<Item> => ({
  key,
  name,
  value: (item) => (typeof item[field] === 'number' ? item[field] : null),
  align: 'right',
})
export const textIn = (key: string, name: string, field: string): ListColumn<Item> => ({
  key,
  name,
  value: (item) => (item[field] === null || item[field] === undefined ? null : String(item[field])),
})
/** A column of few different values, by which the list can be filtered; they may have other names in words. */
export const choiceIn = (
  key: string,
  name: string,
  code: (item: Item) => string,
  words: Readonly<Record<string, string>> = {},
): ListColumn<Item> => ({ key, name, code, value: (item) => words[code(item)] ?? code(item), isChoice: true })
