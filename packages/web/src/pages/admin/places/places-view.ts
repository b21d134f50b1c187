/** What a list of nodes shows; in the address, so that a link shows the same. */
export interface ListView {
  readonly find?: string
  readonly status?: 'inactive' | 'all'
}

export const BUILDING_TABS = ['levels', 'bays', 'settings'] as const
export type BuildingTab = (typeof BUILDING_TABS)[number]
export interface BuildingView extends ListView {
  readonly tab?: BuildingTab
}

export const LEVEL_TABS = ['plan', 'zones', 'desks', 'spaces'] as const
export type LevelTab = (typeof LEVEL_TABS)[number]
export interface LevelView extends ListView {
  readonly tab?: LevelTab
  /** Only its desks. */
  readonly zone?: string
}

type Given = Readonly<Record<string, unknown>>

export const readListView = ({ find, status }: Given): ListView => ({
  ...(typeof find === 'string' && find !== '' ? { find } : {}),
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
})
