import { t } from '@lingui/core/macro'
import { type Location, type SavedView, searchText } from '@rollcall/contract'
import type { Answer } from '../api/call.ts'
import type { Session } from '../api/session.ts'
import { personName } from '../components/format.ts'
import { linkOf, sectionsOf } from './navigation.ts'
import { recentVisits } from './recent.ts'

/** Something that the palette finds. */
export interface Entry {
  readonly id: string
  readonly label: string
  /** What tells entries of the same label apart. */
  readonly detail?: string
  readonly keys?: readonly string[]
  readonly open: () => unknown
}

export interface EntryGroup {
  /** Recent pages are offered until something is typed, places from then on. */
  readonly kind: 'recent' | 'places' | 'others'
  readonly title: string
  readonly entries: readonly Entry[]
}

type GoTo = (href: string) => unknown

export const pageEntries = (session: Session, go: GoTo): Entry[] =>
  sectionsOf(session).flatMap(({ title, links }) =>
    links.map(({ label, to, key }) => ({
      id: to,
      label,
      detail: title,
      ...(key ? { keys: ['g', key] } : {}),
      open: () => go(to),
    })),
  )

export const recentEntries = (userId: string, go: GoTo): Entry[] =>
  recentVisits(userId)
    .filter(({ href }) => href !== window.location.pathname + window.location.search)
    .slice(0, 5)
    .map(({ href, title, page }) => ({
      id: `recent ${href}`,
      label: title,
      ...(page && page !== title ? { detail: page } : {}),
      open: () => go(href),
    }))

export const viewEntries = (views: readonly SavedView[], open: (view: SavedView) => unknown): Entry[] =>
  views.map((view) => ({
    id: `view ${view.viewId}`,
    label: view.name,
    detail: linkOf(view.page)?.label ?? view.page,
    open: () => open(view),
  }))

/** People lead to their plans; administrators see how a day came about instead. */
export const peopleEntries = (people: Answer<'listColleagues'>['items'], isAdministrator: boolean, go: GoTo): Entry[] =>
  people.map((person) => ({
    id: person.userId,
    label: personName(person),
    detail: [person.userName, person.primaryLocationName].filter(Boolean).join(' · '),
    open: () =>
      go(
        isAdministrator
          ? `/people/${person.userId}`
          : `/me/colleagues?${new URLSearchParams({ groupId: 'all', name: personName(person) })}`,
      ),
  }))

export const buildingEntries = (locations: readonly Location[], go: GoTo): Entry[] =>
  locations
    .filter(({ status }) => status === 'active')
    .map(({ locationId, locationName }) => ({
      id: locationId,
      label: locationName,
      detail: t`Floor, live`,
      open: () => go(`/me/floor?${new URLSearchParams({ locationId })}`),
    }))

/** Levels, zones and desks whose names begin with what was typed. */
export interface FoundPlaces {
  readonly levels: Answer<'listLevels'>['items']
  readonly zones: Answer<'listZones'>['items']
  readonly desks: Answer<'listPlaces'>['items']
}

/** Places lead to the desks that can be booked there; who maintains them gets to where they are changed. */
export const placeEntries = ({ levels, zones, desks }: FoundPlaces, canChange: boolean, go: GoTo): Entry[] => {
  const opening = ({ locationId, levelId }: { locationId: string; levelId: string }, list: Record<string, string>) => {
    const path = canChange ? `/admin/places/${locationId}/levels/${levelId}` : '/me/desk'
    return () => go(`${path}?${new URLSearchParams(canChange ? list : { locationId, levelId })}`)
  }
  return [
    ...levels.map((level) => ({
      id: level.levelId,
      label: level.levelName,
      detail: t`Level · ${level.locationName}`,
      open: opening(level, {}),
    })),
    ...zones.map((zone) => ({
      id: zone.zoneId,
      label: zone.zoneName,
      detail: t`Zone · ${zone.levelName}, ${zone.locationName}`,
      open: opening(
        zone,
        zone.zoneType === 'individual' ? { tab: 'desks', zone: zone.zoneId } : { tab: 'zones', find: zone.zoneName },
      ),
    })),
    ...desks.map((desk) => ({
      id: desk.placeId,
      label: desk.placeName,
      detail: t`Desk · ${desk.zoneName}, ${desk.levelName}, ${desk.locationName}`,
      open: opening(desk, { tab: 'desks', find: desk.placeName }),
    })),
  ]
}

const wordsOf = (text: string): string[] => searchText(text).split(/[\s,·@._-]+/)

/** Whether each word that was typed begins a word of the entry. */
export const isFound = ({ label, detail = '' }: Entry, typed: string): boolean => {
  const words = wordsOf(`${label} ${detail}`)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}
