import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Names with their values, one below the other. */
export const Facts = ({ facts, label, nameWidth = 150 }: { facts: readonly Fact[]; label: string; nameWidth?: number }) => (
  <Table
    h="fit-content"
    layout="fixed"
    withRowBorders={false}
    verticalSpacing={3}
    horizontalSpacing={0}
    fz="sm"
    aria-label={label}
  >
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" w={nameWidth} fw={600} pr="sm" style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
            {name}
          </Table.Th>
          <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
