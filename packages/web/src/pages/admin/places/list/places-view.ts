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
