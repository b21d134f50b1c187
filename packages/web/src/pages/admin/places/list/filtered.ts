import { LANGUAGE } from '../../../../language/language.ts'
import { type Item, type Kind, nameOf } from '../kinds/kind.ts'
import type { ListView } from './places-view.ts'

const { compare } = new Intl.Collator(LANGUAGE, { numeric: true })

/** The nodes with the status, 2 before 10; levels in the order of the building. */
export const filtered = (kind: Kind, items: readonly Item[], { status = undefined }: ListView): Item[] => {
  const kept = status ?? 'active'
  return items
    .filter((item) => kept === 'all' || item.status === kept)
    .sort((a, b) => ordinalOf(a) - ordinalOf(b) || compare(nameOf(kind, a), nameOf(kind, b)))
}

const ordinalOf = ({ ordinal }: Item): number => (typeof ordinal === 'number' ? ordinal : 0)
