import type { ComparedRow } from './compare-chart.tsx'

/** The figures of all parts; undefined until each is loaded. */
export const allOf = <T>(queries: readonly { readonly data: T | undefined }[]): T[] | undefined => {
  const loaded = queries.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return loaded.length === queries.length ? loaded : undefined
}

/** The rows of a comparison by their keys: what every part has for each, in the order of the keys. */
export const rowsOf = <T>(
  parts: readonly (readonly T[])[] | undefined,
  keyOf: (each: T) => string,
  figureOf: (each: T) => number | null,
): ComparedRow[] => {
  const byKey = (parts ?? []).map((part) => new Map(part.map((each) => [keyOf(each), figureOf(each)])))
  const keys = [...new Set(byKey.flatMap((part) => [...part.keys()]))].sort()
  return keys.map((key) => ({ key, values: byKey.map((part) => part.get(key) ?? null) }))
}
