import { Table } from '@mantine/core'
import type { ImportKind, ImportOutcome } from '@rollcall/contract'
import { showNumber } from '../../../components/number-format.ts'

const NAMES: Readonly<Record<ImportKind, string>> = {
  locations: 'Buildings',
  levels: 'Levels',
  zones: 'Zones',
  places: 'Desks',
  spaces: 'Spaces',
  parkingBays: 'Parking bays',
  groups: 'Groups',
  users: 'Users',
  memberships: 'Group memberships',
  weekPlans: 'Week plan days',
  identities: 'Identities at sources',
  dayPlans: 'Day plans',
  bookings: 'Bookings',
  events: 'Events',
  invitations: 'Invitations',
}
const COUNTS = ['created', 'updated', 'unchanged', 'removed'] as const
/** Rows by kind; kinds that the file says nothing about are left out. */
export const ChangesTable = ({ changes }: Pick<ImportOutcome, 'changes'>) => (
  <Table.ScrollContainer
    minWidth={440}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Changes by kind' } }}
  >
    <Table verticalSpacing={6} maw={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Section</Table.Th>
          {COUNTS.map((count) => (
            <Table.Th key={count} ta="right" tt="capitalize">
              {count}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes
          .filter((change) => COUNTS.some((count) => change[count] > 0))
          .map((change) => (
            <Table.Tr key={change.kind}>
              <Table.Th scope="row" fw={500}>
                {NAMES[change.kind]}
              </Table.Th>
              {COUNTS.map((count) => (
                <Table.Td key={count} ta="right" fw={count !== 'unchanged' && change[count] > 0 ? 600 : undefined}>
                  {showNumber(change[count])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
