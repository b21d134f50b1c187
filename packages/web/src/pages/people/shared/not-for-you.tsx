import { formatRoles, type UserRole } from '@rollcall/contract'
import { EmptyState } from '../../../components/empty-state.tsx'

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
    It is for {formatRoles(roles)}.
  </EmptyState>
)
