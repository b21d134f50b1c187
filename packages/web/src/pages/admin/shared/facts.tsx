import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** What the table is called; read out, not seen. */
  readonly label: string
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** Names and values, one under the other. */
export const Facts = ({ label, facts }: Props) => (
  <Table aria-label={label} verticalSpacing={6} fz="sm" style={{ overflowWrap: 'anywhere' }}>
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw={500} w="42%">
            {name}
          </Table.Th>
          <Table.Td>{value === null || value === '' ? '–' : value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
