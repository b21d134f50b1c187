import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { inColumn } from './address.tsx'

export type Fact = readonly [name: string, value: ReactNode]

interface Props {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly facts: readonly Fact[]
  /** The width of the column of names. */
  readonly nameWidth?: number | string
}

const CELL = { overflowWrap: 'anywhere', verticalAlign: 'top' } as const

const shownValue = (value: ReactNode): ReactNode => (value === null || value === '' ? '–' : inColumn(value))

/** On a phone, names leave most of the room to values, or values that are short to them. */
const widthOf = (nameWidth: number | string) =>
  typeof nameWidth === 'number' ? { base: nameWidth > 200 ? '60%' : '38%', xs: nameWidth } : nameWidth

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
          <Table.Th scope="row" w={widthOf(nameWidth)} fw={600} pr="sm" style={CELL}>
            {name}
          </Table.Th>
          <Table.Td style={CELL}>{shownValue(value)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
