import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/query.ts'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import { UserStatus } from '../../../components/signal.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { accountQuery } from '../../../workplace/account-query.ts'
import { attributeName } from '../../../workplace/attribute-words.ts'
import { type Person, useRights } from './use-rights.ts'

/** What the directory knows about a person. */
export const Profile = ({ person }: { person: Person }) => {
  const rights = useRights(person)
  const moment = (instant: string) => exactMomentText(instant, readerZone())
  const attributes = Object.entries(person.attributes)
    .map(([name, value]): Fact => [attributeName(name), value])
    .sort(([a], [b]) => a.localeCompare(b))
  return (
    <Paper component="section" withBorder p="md" aria-label={t`Profile`}>
      <Title order={2} size="h4" mb="xs">
        <Trans>Profile</Trans>
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="xl" verticalSpacing="sm">
        <Facts
          label={t`Identity`}
          nameWidth={130}
          facts={[
            [t`User name`, person.userName],
            [t`E-mail`, person.email ?? '–'],
            [t`Status`, <UserStatus key="status" status={person.status} />],
            ...(rights.account ? [[t`Signs in as`, <AccountRoles key="roles" userId={person.userId} />] as const] : []),
            [t`Onboarding`, person.onboarded ? t`Reported as complete` : t`Not reported, which changes nothing here`],
            [t`Seen by colleagues`, person.visibility === 'everyone' ? t`Yes` : t`No: hides where they are`],
          ]}
        />
        <Facts
          label={t`Place in the organization`}
          facts={[
            [t`Primary building`, person.primaryLocationName ?? t`None: office days need one in the plan`],
            [t`Primary group`, person.primaryGroupName ?? t({ message: 'None', context: 'group' })],
            [t`Groups`, <Groups key="groups" userId={person.userId} />],
            [t`In the directory since`, moment(person.createdAt)],
            [t`Last changed`, moment(person.updatedAt)],
          ]}
        />
        {attributes.length > 0 ? (
          <Facts label={t`Attributes`} facts={attributes} />
        ) : (
          <Text size="sm" c="dimmed">
            <Trans>No attributes were sent of this person.</Trans>
          </Text>
        )}
      </SimpleGrid>
    </Paper>
  )
}

const Groups = ({ userId }: { userId: string }) => {
  const { data, error } = useQuery(allPages('listUserGroups', { params: { userId } }))
  if (error) return error.message
  if (!data) return <Skeleton height={12} width={120} my={4} />
  if (data.items.length === 0) return t({ message: 'None', context: 'group' })
  return data.items.map(({ groupName, groupType }) => `${groupName} (${groupType})`).join(', ')
}

const AccountRoles = ({ userId }: { userId: string }) => {
  const { data, error } = useQuery(accountQuery(userId))
  if (error) return error.message
  if (data === undefined) return <Skeleton height={12} width={120} my={4} />
  return data ? data.roles.map((role) => ROLE_NAMES[role]).join(', ') : t`None: the user has no account`
}
