import { Table } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

interface Props {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly facts: readonly Fact[]
  /** The width of the column of names. */
  readonly nameWidth?: number | string
}

const CELL = { overflowWrap: 'anywhere', verticalAlign: 'top' } as const

const shownValue = (value: ReactNode): ReactNode => {
  if (value === null || value === '') return '–'
  return typeof value === 'string' && /^\S+@\S+$/.test(value) ? <Address text={value} /> : value
}

/** An e-mail address, or a user name that looks like one: a narrow column breaks it at its parts, not inside a word. */
const Address = ({ text }: { text: string }) =>
  text.split(/(?=@)|(?<=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))

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
