import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

interface Props {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly facts: readonly Fact[]
  /** The width of the column of names. */
  readonly nameWidth?: number | string
}

const CELL = { overflowWrap: 'anywhere', verticalAlign: 'top' } as const

/** Names with their values, one below the other. */
export const Facts = ({ label, facts, nameWidth = 150 }: Props) => (
  <Table
    aria-label={label}
    h="fit-content"
    layout="fixed"
    withRowBorders={false}
    verticalSpacing={3}
    horizontalSpacing={0}
    fz="sm"
  >
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" w={nameWidth} fw={600} pr="sm" style={CELL}>
            {name}
          </Table.Th>
          <Table.Td style={CELL}>{value === null || value === '' ? '–' : value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
