import { type Item, type Kind, nameOf } from '../kinds/kind.ts'
import type { ListView } from '../places-view.ts'

const { compare } = new Intl.Collator('en', { numeric: true })

/** Those whose name has what is looked for in it, 2 before 10; levels in the order of the building. */
export const filtered = (kind: Kind, items: readonly Item[], { find = '', status = undefined }: ListView): Item[] => {
  const wanted = find.trim().toLowerCase()
  const kept = status ?? 'active'
  return items
    .filter((item) => kept === 'all' || item.status === kept)
    .filter((item) => nameOf(kind, item).toLowerCase().includes(wanted))
    .sort((a, b) => ordinalOf(a) - ordinalOf(b) || compare(nameOf(kind, a), nameOf(kind, b)))
}

const ordinalOf = ({ ordinal }: Item): number => (typeof ordinal === 'number' ? ordinal : 0)
