import { showNumber } from '../../../../components/number-format.ts'
import type { Column, Field } from './kind.ts'

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
