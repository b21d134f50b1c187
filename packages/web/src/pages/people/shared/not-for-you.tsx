import { USER_ROLE_NAMES, type UserRole } from '@rollcall/contract'
import { EmptyState } from '../../../components/empty-state.tsx'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

interface Props {
  /** What is not shown: `Presence events`. */
  readonly what: string
  /** Who sees it. */
  readonly roles: readonly UserRole[]
  readonly height?: number
}

/** Says calmly that a page exists and is for others. */
export const NotForYou = ({ what, roles, height = 200 }: Props) => (
  <EmptyState title={`${what}: not shown to your role`} height={height}>
    It is for {LIST.format(roles.map((role) => `${USER_ROLE_NAMES[role].toLowerCase()}s`))}.
  </EmptyState>
)
