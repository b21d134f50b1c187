import { useLocalStorage } from '@mantine/hooks'
import { ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { hasRole, type Session } from '../../api/session.ts'
import { addDays, todayIn } from '../../time/days.ts'
import { ME } from '../../workplace/me.tsx'
import { type Notification, ofDays, ofEvents, ofRefreshRuns, ofSources } from './notifications.ts'

const AHEAD_DAYS = 28
/** Above every time. */
const FIRST = '9'
const EVERY = { refetchInterval: 5 * 60_000, staleTime: 60_000 }

/** What needs the attention of the person, the latest first. What cannot be asked now is left out. */
export const useNotifications = (session: Session): readonly Notification[] => {
  const isAdministrator = hasRole(session, ADMINISTRATORS)
  const today = todayIn()
  const range = { startDate: today, endDate: addDays(today, AHEAD_DAYS) }
  const days = useQuery({ ...apiQuery('listUserDays', { params: ME, query: range }), ...EVERY })
  const events = useQuery({ ...apiQuery('listEvents', { query: { ...range, mine: 'true', limit: 100 } }), ...EVERY })
  const sources = useQuery({ ...apiQuery('listSources', { query: { limit: 1000 } }), ...EVERY, enabled: isAdministrator })
  const runs = useQuery({ ...apiQuery('listRefreshRuns', { query: { limit: 20 } }), ...EVERY, enabled: isAdministrator })
  return [
    ...ofDays(days.data?.items ?? [], today),
    ...ofEvents(events.data?.items ?? [], events.dataUpdatedAt),
    ...ofSources(sources.data?.items ?? [], sources.dataUpdatedAt, hasRole(session, WORKPLACE_ADMINISTRATORS)),
    ...ofRefreshRuns(runs.data?.items ?? []),
  ].toSorted((a, b) => (b.at ?? FIRST).localeCompare(a.at ?? FIRST))
}

/** The ids of the notifications that the person has read in this browser. */
export const useReadIds = (session: Session) =>
  useLocalStorage<readonly string[]>({
    key: `rollcall.read-notifications.${session.userId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
