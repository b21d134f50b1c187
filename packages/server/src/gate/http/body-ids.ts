import { isIdInput } from '@rollcall/contract'
import type { TSchema } from 'typebox'

type Change = (value: unknown) => unknown
interface Parts {
  readonly properties?: Record<string, TSchema>
  readonly items?: TSchema
}

/** An empty id counts as absent (contract §1). */
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

/** Returns undefined if the schema describes no id. */
const changeOf = (schema: TSchema): Change | undefined => {
  if (isIdInput(schema)) return oneId
  const { properties, items } = schema as Parts
  if (properties) return ofProperties(properties)
  return items && ofItems(items)
}

/**
 * Returns a function that normalizes all ids of a valid body in place: to lower case, and an empty text to null. The positions of
 * the ids are determined once per schema.
 */
export const bodyIdNormalizer = (schema: TSchema): ((body: unknown) => void) => {
  const change = changeOf(schema)
  return (body) => void change?.(body)
}
