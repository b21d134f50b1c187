import { t } from '@lingui/core/macro'

/** The kinds of entities that an act can be done to. */
const ENTITY_WORDS: Readonly<Record<string, string>> = {
  account: t`Account`,
  attribute: t`Attribute`,
  bay: t`Parking bay`,
  dataset: t`Dataset`,
  'day-note': t`Note`,
  group: t`Group`,
  hierarchy: t`Hierarchy`,
  'identity-provider': t`Identity provider`,
  key: t`Key`,
  'kiosk-screen': t`Kiosk screen`,
  level: t`Level`,
  location: t`Building`,
  mail: t`Mail`,
  organization: t`Organization`,
  place: t`Desk`,
  provider: t`Provider`,
  quarantine: t`Quarantine`,
  refresh: t`Refresh run`,
  retention: t`Retention run`,
  space: t`Space`,
  user: t`User`,
  view: t`View`,
  zone: t`Zone`,
}

/** A kind in words; the code of one that is newer than the app. */
export const entityWord = (type: string): string => (Object.hasOwn(ENTITY_WORDS, type) ? ENTITY_WORDS[type] : undefined) ?? type
