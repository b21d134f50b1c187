import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/query.ts'

/** Shown while nobody can sign in to the service yet. */
export const SetUpHint = () => {
  const { data } = useQuery(apiQuery('getSetUp'))
  if (!data?.isOpen) return null
  return (
    <Text size="sm">
      Nobody can sign in yet.{' '}
      <Anchor component={Link} to="/set-up" inherit underline="always">
        Set up the first administrator
      </Anchor>
    </Text>
  )
}
