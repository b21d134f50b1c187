import { useLocalStorage } from '@mantine/hooks'
import { ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { allPages, apiQuery } from '../../api/query.ts'
import { hasRole, type Session } from '../../api/session.ts'
import { wordsOf } from '../../language/words.ts'
import { addDays, todayIn } from '../../time/days.ts'
import { ME } from '../../workplace/me.tsx'
import { type Notification, ofDays, ofEvents } from './notifications.ts'

const AHEAD_DAYS = 28
/** Above every time. */
const FIRST = '9'
const EVERY = { refetchInterval: 5 * 60_000, staleTime: 60_000 }

/**
 * What tells administrators about the service; undefined until there is an answer about it, and then until it is loaded. Each answer
 * tries again.
 */
const useServiceNotifications = (answeredAt: number) => {
  const [loaded, setLoaded] = useState<typeof import('./service-notifications.ts')>()
  useEffect(() => {
    const load = () => wordsOf('overview').then(() => import('./service-notifications.ts'))
    if (answeredAt > 0) load().then(setLoaded, () => undefined)
  }, [answeredAt])
  return loaded
}

/** What needs the attention of the person, the latest first. What cannot be asked now is left out. */
export const useNotifications = (session: Session): readonly Notification[] => {
  const isAdministrator = hasRole(session, ADMINISTRATORS)
  const today = todayIn()
  const range = { startDate: today, endDate: addDays(today, AHEAD_DAYS) }
  const days = useQuery({ ...apiQuery('listUserDays', { params: ME, query: range }), ...EVERY })
  const events = useQuery({ ...allPages('listEvents', { query: { ...range, mine: 'true' } }), ...EVERY })
  const sources = useQuery({ ...allPages('listSources', { query: {} }), ...EVERY, enabled: isAdministrator })
  const runs = useQuery({ ...apiQuery('listRefreshRuns', { query: { limit: 20 } }), ...EVERY, enabled: isAdministrator })
  const service = useServiceNotifications(Math.max(sources.dataUpdatedAt, runs.dataUpdatedAt))
  const canReplay = hasRole(session, WORKPLACE_ADMINISTRATORS)
  return [
    ...ofDays(days.data?.items ?? [], today),
    ...ofEvents(events.data?.items ?? [], events.dataUpdatedAt),
    ...(service?.ofSources(sources.data?.items ?? [], sources.dataUpdatedAt, canReplay) ?? []),
    ...(service?.ofRefreshRuns(runs.data?.items ?? []) ?? []),
  ].toSorted((a, b) => (b.at ?? FIRST).localeCompare(a.at ?? FIRST))
}

/** The ids of the notifications that the person has read in this browser. */
export const useReadIds = (session: Session) =>
  useLocalStorage<readonly string[]>({
    key: `rollcall.read-notifications.${session.userId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
