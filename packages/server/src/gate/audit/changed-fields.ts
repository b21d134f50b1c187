type Fields = Readonly<Record<string, unknown>>

/** Fields that change with every change, or without any. */
const NOISE = new Set(['createdAt', 'updatedAt', 'today', 'csrfToken'])
/** Names of fields that may hold a secret. No view that is recorded has one; this is the second lock on that door. */
const SECRET = /secret|password|passphrase|token|hash|credential|private/i
/** A longer text or list is cut: the log says what changed, and is no second copy of the data. */
const MAX_TEXT = 500
const MAX_ITEMS = 50

const shorten = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(shorten)
    return value.length > MAX_ITEMS ? [...items, `… ${value.length - MAX_ITEMS} more`] : items
  }
  if (value !== null && typeof value === 'object') return withoutSecrets(value as Fields)
  return value
}

const withoutSecrets = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, SECRET.test(name) && typeof value !== 'boolean' ? '(withheld)' : shorten(value)]),
  )

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]))

interface Changed {
  readonly before: Fields | null
  readonly after: Fields | null
}

/**
 * Returns the fields that differ, without secrets: of what is new or gone, all that have a value. Undefined when both are the same, which
 * is no change.
 */
export const changedFields = (before: object | null | undefined, after: object | null | undefined): Changed | undefined => {
  const [old, now] = [(before ?? {}) as Fields, (after ?? {}) as Fields]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const changed = names.filter((name) => !NOISE.has(name) && !isSame(old[name], now[name]))
  if (before && after && changed.length === 0) return undefined
  return {
    before: before ? withoutSecrets(pick(old, changed)) : null,
    after: after ? withoutSecrets(pick(now, changed)) : null,
  }
}
