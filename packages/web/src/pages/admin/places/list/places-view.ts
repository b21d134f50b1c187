import { LANGUAGE } from '../../../../language/language.ts'
import { type Item, type Kind, nameOf } from '../kinds/kind.ts'

/** The filters of a list of nodes; they are in the address, so that a link shows the same. */
export interface ListView {
  readonly status?: 'inactive' | 'all'
}

const BUILDING_TABS = ['levels', 'bays', 'settings', 'history'] as const
type BuildingTab = (typeof BUILDING_TABS)[number]
export interface BuildingView extends ListView {
  readonly tab?: BuildingTab
}

const LEVEL_TABS = ['plan', 'zones', 'desks', 'spaces'] as const
type LevelTab = (typeof LEVEL_TABS)[number]
export interface LevelView extends ListView {
  readonly tab?: LevelTab
  /** Shows only the desks of this zone. */
  readonly zone?: string
  /** Shows only desks that have all of this. */
  readonly has?: readonly string[]
}

type Given = Readonly<Record<string, unknown>>

export const readListView = ({ status }: Given): ListView => ({
  ...(status === 'inactive' || status === 'all' ? { status } : {}),
})

const tabIn = <T extends string>(tabs: readonly T[], tab: unknown): { tab?: T } => {
  const known = tabs.find((each) => each === tab)
  return known && known !== tabs[0] ? { tab: known } : {}
}

export const readBuildingView = (given: Given): BuildingView => ({ ...readListView(given), ...tabIn(BUILDING_TABS, given.tab) })

export const readLevelView = (given: Given): LevelView => ({
  ...readListView(given),
  ...tabIn(LEVEL_TABS, given.tab),
  ...(typeof given.zone === 'string' && given.zone !== '' ? { zone: given.zone } : {}),
  ...(Array.isArray(given.has) && given.has.length > 0 ? { has: given.has.map(String) } : {}),
})

const { compare } = new Intl.Collator(LANGUAGE, { numeric: true })

/** The nodes with the status, 2 before 10; levels in the order of the building. */
export const filtered = (kind: Kind, items: readonly Item[], { status = undefined }: ListView): Item[] => {
  const kept = status ?? 'active'
  return items
    .filter((item) => kept === 'all' || item.status === kept)
    .sort((a, b) => ordinalOf(a) - ordinalOf(b) || compare(nameOf(kind, a), nameOf(kind, b)))
}

const ordinalOf = ({ ordinal }: Item): number => (typeof ordinal === 'number' ? ordinal : 0)
