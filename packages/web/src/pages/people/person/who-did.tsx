import type { UserAction } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { personName } from '../../../components/person-name.ts'
import { CHANGED_BY } from './words.ts'

interface Props {
  readonly changedBy: UserAction['changedBy']
  readonly changedByUserId: string | null
  /** Whose plan or booking it is. */
  readonly userId: string
}

/** Who did something; people by name, with the way to them. */
export const WhoDid = ({ changedBy, changedByUserId, userId }: Props) =>
  changedByUserId && changedByUserId !== userId ? (
    <Somebody userId={changedByUserId} role={changedBy} />
  ) : changedByUserId ? (
    CHANGED_BY.user
  ) : (
    CHANGED_BY[changedBy]
  )

const Somebody = ({ userId, role }: { userId: string; role: UserAction['changedBy'] }) => {
  const { data } = useQuery({ ...apiQuery('getUser', { params: { userId } }), staleTime: 300_000 })
  return (
    <>
      <TextLink to="/people/$userId" params={{ userId }} underline="always">
        {data ? personName(data) : userId}
      </TextLink>
      {role === 'administrator' ? ', administrator' : ''}
    </>
  )
}
