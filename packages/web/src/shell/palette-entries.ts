import type { Location, SavedView } from '@rollcall/contract'
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

export const placeEntries = (locations: readonly Location[], go: GoTo): Entry[] =>
  locations
    .filter(({ status }) => status === 'active')
    .map(({ locationId, locationName }) => ({
      id: locationId,
      label: locationName,
      detail: 'Floor, live',
      open: () => go(`/me/floor?${new URLSearchParams({ locationId })}`),
    }))

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().split(/[\s,·@._-]+/)

/** Whether each word that was typed begins a word of the entry. */
export const isFound = ({ label, detail = '' }: Entry, typed: string): boolean => {
  const words = wordsOf(`${label} ${detail}`)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}
