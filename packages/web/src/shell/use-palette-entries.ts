import { t } from '@lingui/core/macro'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  ADMINISTRATORS,
  BOOKINGS_ADMINISTRATORS,
  GLOBAL_ADMINISTRATORS,
  type Location,
  type UserRole,
  WORKPLACE_ADMINISTRATORS,
} from '@rollcall/contract'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Answer } from '../api/call.ts'
import { apiQuery } from '../api/query.ts'
import { hasRole, type Session, useSession } from '../api/session.ts'
import { guideAddress } from '../components/guide-pages.ts'
import { todayIn } from '../time/days.ts'
import { planDay } from '../workplace/day-commands.ts'
import { locationsQuery } from '../workplace/directory.ts'
import { ME } from '../workplace/me.tsx'
import { PLAN_CODES, type Plan } from '../workplace/plans.ts'
import { useDayCommand } from '../workplace/user-days.ts'
import { useOpenView, viewsQuery } from '../workplace/views/saved-views.ts'
import {
  buildingEntries,
  type Entry,
  type EntryGroup,
  type FoundPlaces,
  isFound,
  pageEntries,
  peopleEntries,
  placeEntries,
  recentEntries,
  viewEntries,
} from './palette-entries.ts'

/** People and places are searched from this many letters on. */
const LETTERS = 2
const PEOPLE = 6
/** Of each kind of place. */
const PLACES = 4

/** What can be found, before it is narrowed to what was typed; `asked` is what people are searched for. */
export const useEntries = (asked: string, onShortcuts: () => void): { groups: EntryGroup[]; isLoading: boolean } => {
  const session = useSession()
  const router = useRouter()
  const go = (href: string) => router.navigate({ href })
  const { data: locations = [] } = useQuery(locationsQuery)
  const isAdministrator = hasRole(session, ADMINISTRATORS)
  const { data: views } = useQuery({ ...viewsQuery, enabled: isAdministrator })
  const openView = useOpenView()
  const people = useFoundPeople(asked)
  const places = useFoundPlaces(asked)
  // Those that are not meant are left out first, so that they take no one's place.
  const foundPeople = peopleEntries(people.found, isAdministrator, go).filter((each) => isFound(each, asked))
  return {
    isLoading: people.isLoading || places.isLoading,
    groups: [
      { kind: 'recent', title: t`Recent`, entries: recentEntries(session.userId ?? '', go) },
      { kind: 'others', title: t`Pages`, entries: pageEntries(session, go) },
      { kind: 'others', title: t`Views`, entries: viewEntries(views?.items ?? [], openView) },
      { kind: 'others', title: t`People`, entries: foundPeople.slice(0, PEOPLE) },
      {
        kind: 'places',
        title: t`Places`,
        entries: [
          ...buildingEntries(locations, go),
          ...placeEntries(places.found, hasRole(session, WORKPLACE_ADMINISTRATORS), go),
        ],
      },
      { kind: 'others', title: t`Actions`, entries: [...usePlanEntries(locations), ...useActions(session, go, onShortcuts)] },
    ],
  }
}

/**
 * Colleagues whose first and last name begin with what was typed, and those with a name that begins with its first word: the
 * other words, such as a first name after the last, or a building, narrow what the palette shows.
 */
const useFoundPeople = (asked: string): { found: Answer<'listColleagues'>['items']; isLoading: boolean } => {
  const [first = ''] = asked.split(/[\s,]+/)
  const searches = first.length < LETTERS ? [] : [...new Set([asked, first])]
  const answers = useQueries({
    queries: searches.map((search) => ({
      ...apiQuery('listColleagues', { query: { search, limit: 50 } }),
      placeholderData: keepPreviousData,
    })),
  })
  const people = answers.flatMap(({ data }) => data?.items ?? [])
  return {
    isLoading: answers.some(({ isFetching }) => isFetching),
    found: [...new Map(people.map((person) => [person.userId, person])).values()],
  }
}

/** Levels, zones and desks whose names begin with what was typed. */
const useFoundPlaces = (asked: string): { found: FoundPlaces; isLoading: boolean } => {
  const query = { search: asked, status: 'active', limit: PLACES } as const
  const asking = { enabled: asked.length >= LETTERS, placeholderData: keepPreviousData }
  const [levels, zones, desks] = useQueries({
    queries: [
      { ...apiQuery('listLevels', { query }), ...asking },
      { ...apiQuery('listZones', { query }), ...asking },
      { ...apiQuery('listPlaces', { query }), ...asking },
    ],
  })
  const isAsked = asked.length >= LETTERS
  return {
    isLoading: levels.isFetching || zones.isFetching || desks.isFetching,
    found: {
      levels: isAsked ? (levels.data?.items ?? []) : [],
      zones: isAsked ? (zones.data?.items ?? []) : [],
      desks: isAsked ? (desks.data?.items ?? []) : [],
    },
  }
}

/** Pages on which something is done, for who may do it. */
const TASKS: readonly { id: string; label: string; href: string; roles?: readonly UserRole[] }[] = [
  { id: 'desk', label: t`Choose a desk for today`, href: '/me/desk' },
  { id: 'usual', label: t`Usual week`, href: '/me?edit=usual' },
  { id: 'visitor', label: t`Announce a visitor`, href: '/me/visitors' },
  { id: 'event', label: t`Plan an event`, href: '/me/events' },
  { id: 'others', label: t`Book for another person`, href: '/admin/bookings', roles: BOOKINGS_ADMINISTRATORS },
  { id: 'refresh', label: t`Refresh the warehouse`, href: '/data/refresh-runs', roles: BOOKINGS_ADMINISTRATORS },
  { id: 'user', label: t`Add a user`, href: '/admin/users?create=true', roles: WORKPLACE_ADMINISTRATORS },
  { id: 'group', label: t`Add a group`, href: '/admin/groups?create=true', roles: WORKPLACE_ADMINISTRATORS },
  { id: 'building', label: t`Add a building`, href: '/admin/places?create=true', roles: WORKPLACE_ADMINISTRATORS },
  { id: 'holiday', label: t`Enter a holiday`, href: '/admin/calendars?create=true', roles: WORKPLACE_ADMINISTRATORS },
  { id: 'policy', label: t`Set an attendance policy`, href: '/admin/policies', roles: WORKPLACE_ADMINISTRATORS },
  { id: 'screen', label: t`Make a kiosk screen`, href: '/admin/kiosk-screens?create=true', roles: WORKPLACE_ADMINISTRATORS },
  { id: 'key', label: t`Create a key`, href: '/admin/keys?create=true', roles: GLOBAL_ADMINISTRATORS },
  { id: 'sample', label: t`Sample data`, href: '/?steps=shown', roles: GLOBAL_ADMINISTRATORS },
  { id: 'import', label: t`Import the directory`, href: '/admin/import', roles: GLOBAL_ADMINISTRATORS },
]

const PLAN_TODAY: Readonly<Record<Plan, { label: string; planned: string }>> = {
  o: { label: t`Plan today: office`, planned: t`Today is planned: office.` },
  r: { label: t`Plan today: remote`, planned: t`Today is planned: remote.` },
  a: { label: t`Plan today: away`, planned: t`Today is planned: away.` },
}

/** Plans today, in the time of the building where the person usually is. */
const usePlanEntries = (locations: readonly Location[]): Entry[] => {
  const { data: me } = useQuery(apiQuery('getUser', { params: ME }))
  const command = useDayCommand()
  if (!me) return []
  const home = locations.find(({ locationId }) => locationId === me.primaryLocationId)
  const today = todayIn(home?.timeZone)
  return PLAN_CODES.map((code) => {
    const { label, planned } = PLAN_TODAY[code]
    return { id: `plan ${code}`, label, open: () => command.mutate({ ...planDay(today, code, null), done: () => planned }) }
  })
}

const useActions = (session: Session, go: (href: string) => unknown, onShortcuts: () => void): Entry[] => {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const inNewTab = (href: string) => window.open(href, '_blank', 'noopener')
  return [
    ...TASKS.filter(({ roles }) => !roles || hasRole(session, roles)).map(({ id, label, href }) => ({
      id,
      label,
      open: () => go(href),
    })),
    { id: 'profile', label: t`Profile`, open: () => go('/profile') },
    {
      id: 'colors',
      label: other === 'light' ? t`Switch to light colors` : t`Switch to dark colors`,
      open: () => setColorScheme(other),
    },
    { id: 'shortcuts', label: t`Keyboard shortcuts`, keys: ['?'], open: onShortcuts },
    { id: 'guide', label: t`Guide to this page`, open: () => inNewTab(guideAddress(window.location.pathname)) },
    { id: 'reference', label: t`API reference`, open: () => inNewTab('/docs') },
  ]
}
