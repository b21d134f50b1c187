export const SETTINGS_TABS = ['organization', 'attributes', 'planning'] as const
type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The state of the settings page; part of its address. */
export interface SettingsView {
  /** The organization if absent. */
  readonly tab?: SettingsTab
  /** Shows the nightly planning of this building only. */
  readonly building?: string
  /** The cursor of a page of nightly planning after the first. */
  readonly cursor?: string
}

export const readSettingsView = ({ tab, building, cursor }: Readonly<Record<string, unknown>>): SettingsView => {
  const known = SETTINGS_TABS.find((each) => each === tab)
  return {
    ...(known && known !== SETTINGS_TABS[0] ? { tab: known } : {}),
    ...(typeof building === 'string' && building !== '' ? { building } : {}),
    ...(typeof cursor === 'string' && cursor !== '' ? { cursor } : {}),
  }
}
