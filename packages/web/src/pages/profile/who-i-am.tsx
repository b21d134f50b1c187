import { Table } from '@mantine/core'
import { USER_ROLE_NAMES } from '@rollcall/contract'
import type { Answer } from '../../api/call.ts'
import type { Session } from '../../api/session.ts'
import { personName } from '../../components/person-name.ts'
import { Section } from './section.tsx'

interface Props {
  readonly me: Answer<'getUser'>
  readonly session: Session
}

/** What the directory knows; it is kept elsewhere. */
export const WhoIAm = ({ me, session }: Props) => {
  const attributes = Object.entries(me.attributes).map(([name, value]) => [name, value] as const)
  const rows = [
    ['Name', personName(me)],
    ['User name', me.userName],
    ['E-mail', me.email ?? '–'],
    ['Organization', session.organizationName],
    ['Primary building', me.primaryLocationName ?? '–'],
    ['Primary group', me.primaryGroupName ?? '–'],
    ['Roles', session.roles.map((role) => USER_ROLE_NAMES[role]).join(', ')],
    ...attributes,
  ]
  return (
    <Section title="Who you are">
      <Table layout="fixed" withRowBorders={false} verticalSpacing={4} horizontalSpacing={0} variant="vertical">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={150} bg="transparent" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
