import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { apiQuery } from '../api/query.ts'
import { hasRole, useSession } from '../api/session.ts'
import { guideAddress } from '../components/guide-pages.ts'
import { locationsQuery } from '../workplace/directory.ts'
import { useOpenView, viewsQuery } from '../workplace/views/saved-views.ts'
import {
  type Entry,
  type EntryGroup,
  pageEntries,
  peopleEntries,
  placeEntries,
  recentEntries,
  viewEntries,
} from './palette-entries.ts'

/** People are searched from this many letters on. */
const LETTERS = 2
const PEOPLE = 6

/** What can be found, before it is narrowed to what was typed; `asked` is what people are searched for. */
export const useEntries = (asked: string, onShortcuts: () => void): { groups: EntryGroup[]; isLoading: boolean } => {
  const session = useSession()
  const router = useRouter()
  const go = (href: string) => router.navigate({ href })
  // The service looks for the beginning of one name: the other words narrow what it found.
  const [search = ''] = asked.split(/\s+/)
  const people = useQuery({
    ...apiQuery('listColleagues', { query: { search, limit: 50 } }),
    enabled: search.length >= LETTERS,
    placeholderData: keepPreviousData,
  })
  const { data: locations = [] } = useQuery(locationsQuery)
  const isAdministrator = hasRole(session, ADMINISTRATORS)
  const { data: views } = useQuery({ ...viewsQuery, enabled: isAdministrator })
  const openView = useOpenView()
  const found = search.length >= LETTERS ? (people.data?.items ?? []) : []
  return {
    isLoading: people.isFetching,
    groups: [
      { title: 'Recent', entries: recentEntries(session.userId ?? '', go) },
      { title: 'Pages', entries: pageEntries(session, go) },
      { title: 'Views', entries: viewEntries(views?.items ?? [], openView) },
      { title: 'People', entries: peopleEntries(found, isAdministrator, go).slice(0, PEOPLE) },
      { title: 'Places', entries: placeEntries(locations, go) },
      { title: 'Actions', entries: useActions(go, onShortcuts) },
    ],
  }
}

const useActions = (go: (href: string) => unknown, onShortcuts: () => void): Entry[] => {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const inNewTab = (href: string) => window.open(href, '_blank', 'noopener')
  return [
    { id: 'desk', label: 'Choose a desk for today', open: () => go('/me/desk') },
    { id: 'profile', label: 'Profile', open: () => go('/profile') },
    { id: 'colors', label: `Switch to ${other} colors`, open: () => setColorScheme(other) },
    { id: 'shortcuts', label: 'Keyboard shortcuts', keys: ['?'], open: onShortcuts },
    { id: 'guide', label: 'Guide to this page', open: () => inNewTab(guideAddress(window.location.pathname)) },
    { id: 'reference', label: 'API reference', open: () => inNewTab('/docs') },
  ]
}
