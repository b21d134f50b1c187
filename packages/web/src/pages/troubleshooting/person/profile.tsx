import { Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { USER_ROLE_NAMES } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { allPages } from '../../../api/query.ts'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { UserStatus } from '../../../components/signal.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { type Person, useRights } from './use-rights.ts'

/** What the directory knows about a person. */
export const Profile = ({ person }: { person: Person }) => {
  const rights = useRights(person)
  const moment = (instant: string) => exactMomentText(instant, readerZone())
  const attributes = Object.entries(person.attributes).sort(([a], [b]) => a.localeCompare(b))
  return (
    <Paper component="section" withBorder p="md" aria-label="Profile">
      <Title order={2} size="h4" mb="xs">
        Profile
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="xl" verticalSpacing="sm">
        <Facts
          label="Identity"
          nameWidth={110}
          facts={[
            ['User name', person.userName],
            ['E-mail', person.email ?? '–'],
            ['Status', <UserStatus key="status" status={person.status} />],
            ...(rights.account ? [['Signs in as', <AccountRoles key="roles" userId={person.userId} />] as const] : []),
            ['Set up', person.onboarded ? 'Has set themselves up' : 'Not yet'],
            ['Seen by colleagues', person.visibility === 'everyone' ? 'Yes' : 'No: hides where they are'],
          ]}
        />
        <Facts
          label="Place in the organization"
          facts={[
            ['Primary building', person.primaryLocationName ?? 'None: office days need one in the plan'],
            ['Primary group', person.primaryGroupName ?? 'None'],
            ['Groups', <Groups key="groups" userId={person.userId} />],
            ['In the directory since', moment(person.createdAt)],
            ['Last changed', moment(person.updatedAt)],
          ]}
        />
        {attributes.length > 0 ? (
          <Facts label="Attributes" facts={attributes.map(([name, value]): Fact => [name, value])} />
        ) : (
          <Text size="sm" c="dimmed">
            No attributes were sent of this person.
          </Text>
        )}
      </SimpleGrid>
    </Paper>
  )
}

const Groups = ({ userId }: { userId: string }) => {
  const { data, error } = useQuery(allPages('listUserGroups', { params: { userId } }, 2))
  if (error) return error.message
  if (!data) return <Skeleton height={12} width={120} my={4} />
  if (data.items.length === 0) return 'None'
  return data.items.map(({ groupName, groupType }) => `${groupName} (${groupType})`).join(', ')
}

const AccountRoles = ({ userId }: { userId: string }) => {
  const { data, error } = useQuery({
    queryKey: ['getAccount', userId, 'or none'],
    queryFn: ({ signal }) =>
      call('getAccount', { params: { userId }, signal }).catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.status === 404) return null
        throw failure
      }),
  })
  if (error) return error.message
  if (data === undefined) return <Skeleton height={12} width={120} my={4} />
  return data ? data.roles.map((role) => USER_ROLE_NAMES[role]).join(', ') : 'None: the user has no account'
}
