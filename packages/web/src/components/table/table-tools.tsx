import { t } from '@lingui/core/macro'
import { Button, Checkbox, Popover, Select, Stack, Text } from '@mantine/core'
import { IconColumns3, IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { codeOf, type ListColumn, shown } from './columns.ts'
import { compare, type Order } from './sort.ts'

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  readonly children: ReactNode
}

/** A button that opens a small form. */
const Tool = ({ label, icon, children }: ToolProps) => (
  <Popover position="bottom-end" shadow="md" trapFocus withRoles={false}>
    <Popover.Target>
      <Button size="compact-sm" variant="default" fw={500} leftSection={icon} aria-haspopup="dialog">
        {label}
      </Button>
    </Popover.Target>
    <Popover.Dropdown role="dialog" aria-label={label} mah="60dvh" style={{ overflowY: 'auto' }}>
      {children}
    </Popover.Dropdown>
  </Popover>
)

interface ChoicesProps {
  readonly label: string
  readonly description?: string
  readonly choices: readonly (readonly [value: string, words: string])[]
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: string[]) => void
}

/** Any of several values. The address changes a little later, so until the form closes each click builds on this draft. */
const Choices = ({ label, description, choices, chosen, onChoose }: ChoicesProps) => {
  const [draft, setDraft] = useState<readonly string[]>()
  const choose = (next: string[]): void => {
    setDraft(next)
    onChoose(next)
  }
  return (
    <Checkbox.Group label={label} description={description} value={[...(draft ?? chosen)]} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {choices.map(([value, words]) => (
          <Checkbox key={value} value={value} label={words} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

interface ColumnsProps<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
}

/** Chooses the columns of a list. The first column names the rows, so it always stays. */
export const ColumnsTool = <Row,>({ columns, hidden, onHidden }: ColumnsProps<Row>) => {
  const choices = columns.slice(1).filter(({ isAction }) => !isAction)
  if (choices.length === 0) return null
  const keys = choices.map(({ key }) => key)
  return (
    <Tool label={t`Columns`} icon={<IconColumns3 size={14} aria-hidden />}>
      <Choices
        label={t`Columns`}
        description={t`This browser remembers them.`}
        choices={choices.map(({ key, name }) => [key, name])}
        chosen={keys.filter((key) => !hidden.includes(key))}
        onChoose={(chosen) => onHidden(keys.filter((key) => !chosen.includes(key)))}
      />
    </Tool>
  )
}

/** The number of values of a column that can be chosen from. */
const MAX_CHOICES = 40

interface FilterProps<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly only: Readonly<Record<string, readonly string[]>>
  readonly onOnly: (key: string, values: readonly string[]) => void
}

/** Filters a list by the values of its columns. */
export const FilterTool = <Row,>({ columns, rows, only, onOnly }: FilterProps<Row>) => {
  const choices = columns
    .filter(({ isChoice }) => isChoice)
    .map((column) => {
      const { key, name } = column
      // An address may name values that no row has anymore.
      const words = new Map((only[key] ?? []).map((value) => [value, value]))
      for (const row of rows) words.set(codeOf(column, row), shown(column, row))
      return { key, name, words: [...words].toSorted(([, a], [, b]) => compare(a, b)) }
    })
    .filter(({ words }) => words.length > 1 && words.length <= MAX_CHOICES)
  const count = Object.keys(only).length
  if (choices.length === 0) return null
  return (
    <Tool label={count === 0 ? t`Filter` : t`Filter (${count})`} icon={<IconFilter size={14} aria-hidden />}>
      <Stack gap="md">
        {choices.map(({ key, name, words }) => (
          <Choices key={key} label={name} choices={words} chosen={only[key] ?? []} onChoose={(chosen) => onOnly(key, chosen)} />
        ))}
      </Stack>
    </Tool>
  )
}

interface SortProps<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly order: Order | undefined
  readonly onOrder: (order: Order | undefined) => void
}

/** Sorts a list where there is no room for headings. */
export const SortTool = <Row,>({ columns, order, onOrder }: SortProps<Row>) => (
  <Select
    aria-label={t`Sort by`}
    placeholder={t`Sort by`}
    size="xs"
    hiddenFrom="sm"
    clearable
    clearButtonProps={{ 'aria-label': t`Original order`, tabIndex: 0 }}
    data={columns
      .filter(({ isSortable = true, isAction }) => isSortable && !isAction)
      .flatMap(({ key, name }) => [
        { value: key, label: t`${name}, ascending` },
        { value: `-${key}`, label: t`${name}, descending` },
      ])}
    value={order ? `${order.isDescending ? '-' : ''}${order.key}` : null}
    onChange={(value) =>
      onOrder(value === null ? undefined : { key: value.replace(/^-/, ''), isDescending: value.startsWith('-') })
    }
  />
)

/** How many rows of how many are shown. */
export const RowCount = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" role="status">
    {children}
  </Text>
)
