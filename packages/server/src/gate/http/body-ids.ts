import { isIdInput } from '@rollcall/contract'
import type { TSchema } from 'typebox'

type Change = (value: unknown) => unknown
interface Parts {
  readonly properties?: Record<string, TSchema>
  readonly items?: TSchema
}

/** An id that is left empty is no id (contract §1). */
const oneId: Change = (id) => (typeof id === 'string' ? id.toLowerCase() || null : id)

const ofProperties = (properties: Record<string, TSchema>): Change | undefined => {
  const changes = Object.entries(properties).flatMap(([name, schema]) => {
    const change = changeOf(schema)
    return change ? [[name, change] as const] : []
  })
  if (changes.length === 0) return undefined
  return (value) => {
    const fields = value as Record<string, unknown> | null | undefined
    if (fields) for (const [name, change] of changes) if (Object.hasOwn(fields, name)) fields[name] = change(fields[name])
    return value
  }
}

const ofItems = (schema: TSchema): Change | undefined => {
  const change = changeOf(schema)
  return change && ((value) => (Array.isArray(value) ? value.map(change) : value))
}

/** Undefined where there is no id in what the schema describes. */
const changeOf = (schema: TSchema): Change | undefined => {
  if (isIdInput(schema)) return oneId
  const { properties, items } = schema as Parts
  if (properties) return ofProperties(properties)
  return items && ofItems(items)
}

/**
 * A function that brings all ids of a body that fits the schema into the form of stored ones, in place: lower case, and null
 * where the text is empty. Where the ids are is found out once.
 */
export const bodyIdNormalizer = (schema: TSchema): ((body: unknown) => void) => {
  const change = changeOf(schema)
  return (body) => void change?.(body)
}
