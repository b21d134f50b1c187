import type { Operation } from '@rollcall/contract'
import { showNumber } from '../../../../components/format.ts'

/** A node of a building, as an item of its list. */
export type Item = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** A field of the body that creates or changes a node. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly description?: string
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

/** A column of the list. */
interface Column {
  readonly label: string
  readonly text: (item: Item) => string
  readonly isNumber?: boolean
}

/** Everything that pages need to know about one kind of node. */
export interface Kind {
  readonly name: string
  readonly many: string
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
  readonly columns: readonly Column[]
  /** Explains what happens when it becomes inactive. */
  readonly whenInactive: string
  /** An example of a name with a number, for adding several at once. */
  readonly example: string
}

export const idOf = ({ idField }: Kind, item: Item): string => String(item[idField])
export const nameOf = ({ nameField }: Kind, item: Item): string => String(item[nameField])

/** The name of a node. */
export const nameField = (field: string, description: string): Field => ({
  name: field,
  label: 'Name',
  description,
  type: 'text',
  required: true,
  maxLength: 200,
})

export const numberIn = (label: string, field: string): Column => ({
  label,
  text: (item) => (typeof item[field] === 'number' ? showNumber(item[field]) : '–'),
  isNumber: true,
})
export const textIn = (label: string, field: string): Column => ({ label, text: (item) => String(item[field] ?? '–') })
