import { ANALYSTS } from '@rollcall/contract'
import { useNavigate } from '@tanstack/react-router'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { showDay } from './show.ts'

const searchOf = (day: string) => (before: object) => ({ ...before, period: undefined, from: day, to: day })

/** Opens the people of a day in the scope of the page; undefined for roles that see no one. */
export const useOpenPeople = (): ((day: string) => void) | undefined => {
  const session = useSession()
  const navigate = useNavigate()
  if (!hasRole(session, ANALYSTS)) return undefined
  return (day) => void navigate({ to: '/analytics/people', search: searchOf(day) as never })
}

/** A day that leads to its people, where the reader may see them. */
export const PeopleOfDay = ({ day }: { day: string }) =>
  hasRole(useSession(), ANALYSTS) ? (
    <TextLink to="/analytics/people" search={searchOf(day) as never}>
      {showDay(day)}
    </TextLink>
  ) : (
    showDay(day)
  )
