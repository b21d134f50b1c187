import { Table, Text } from '@mantine/core'
import type { Answer } from '../../../api/call.ts'
import { TextLink } from '../../../components/links.tsx'
import { personName } from '../../../components/person-name.ts'
import { UserStatus } from '../shared/user-status.tsx'

type User = Answer<'listUsers'>['items'][number]

/** People, each with the way to what is known of them. */
export const PeopleTable = ({ people }: { people: readonly User[] }) => (
  <Table.ScrollContainer minWidth={760} type="native" tabIndex={0} role="region" aria-label="People found">
    <Table verticalSpacing={6} fz="sm" highlightOnHover aria-label="People found">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>User name and e-mail</Table.Th>
          <Table.Th>Primary building</Table.Th>
          <Table.Th>Primary group</Table.Th>
          <Table.Th>Status</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((user) => (
          <Table.Tr key={user.userId}>
            <Table.Th scope="row" fw={500}>
              <TextLink to="/people/$userId" params={{ userId: user.userId }} underline="always">
                {personName(user)}
              </TextLink>
            </Table.Th>
            <Table.Td>
              {user.userName}
              {user.email && user.email !== user.userName ? (
                <Text size="xs" c="dimmed">
                  {user.email}
                </Text>
              ) : null}
            </Table.Td>
            <Table.Td>{user.primaryLocationName ?? '–'}</Table.Td>
            <Table.Td>{user.primaryGroupName ?? '–'}</Table.Td>
            <Table.Td>
              <UserStatus status={user.status} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
