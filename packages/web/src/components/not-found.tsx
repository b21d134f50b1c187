import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from './empty-state.tsx'

export const NotFound = () => (
  <EmptyState title="There is no such page">
    The address may be mistyped, or what it showed is gone.{' '}
    <Anchor component={Link} to="/" inherit>
      Go to the start
    </Anchor>
  </EmptyState>
)
